package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/**
 * An application that logs the exception itself. Earlier failures of the same call are suppressed in it, and a printed
 * stack omits the frames that it shares with the enclosing one: all attempts must take the same path.
 */
class PrintedFailureTests {

    @Test
    void anEarlierFailureTakesTwoLines() {
        assertThat(lines(3, Mail::send) - lines(1, Mail::send)).isEqualTo(2 * 2);
    }

    @Test
    void itsCauseTakesTwoLinesAndItsOwnFrames() {
        assertThat(lines(3, Mail::sendByWire) - lines(1, Mail::sendByWire)).isEqualTo(2 * (2 + 2 + 2));
    }

    private static long lines(int attempts, Call call) {
        String[] printed = new String[1];
        Applications.backoff()
                .withPropertyValues("backoff.policies.default.max-attempts=" + attempts)
                .withBean(FakeTime.class)
                .withBean(Mail.class)
                .run(context -> printed[0] = print(catchThrowable(() -> call.make(context.getBean(Mail.class)))));
        return printed[0].lines().count();
    }

    private static String print(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    interface Call {

        void make(Mail mail) throws IOException;
    }

    static class Mail {

        @Backoff
        void send() throws IOException {
            throw new IOException("down");
        }

        @Backoff
        void sendByWire() {
            try {
                connect();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private static void connect() throws IOException {
            throw new IOException("refused");
        }
    }
}
