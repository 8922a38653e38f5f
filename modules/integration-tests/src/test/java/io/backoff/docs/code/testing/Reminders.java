package io.backoff.docs.code.testing;

import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import java.time.Duration;

class Reminders {

    private final TimeSource time;
    private int sent;

    Reminders(TimeSource time) {
        this.time = time;
    }

    void remindLater() {
        time.schedule(() -> sent++, Duration.ofDays(1), Purpose.DELAY);
    }

    int sent() {
        return sent;
    }
}
