package io.backoff.docs.code.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.test.FakeTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RemindersTests {

    FakeTime time = new FakeTime();

    @Test
    void remindsAfterADay() {
        Reminders reminders = new Reminders(time);

        reminders.remindLater();

        assertThat(time.waits()).containsExactly(Duration.ofDays(1));
    }

    @Test
    void remindsOnce() {
        Reminders reminders = new Reminders(time);
        reminders.remindLater();
        assertThat(reminders.sent()).isOne();
    }
}
