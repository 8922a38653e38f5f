package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.test.FakeTime;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * An application that logs the exception itself. Earlier failures of the same call are suppressed in it, and what prints
 * a stack leaves out the frames that it shares with the one around it: each attempt has to come by the same way.
 */
class PrintedFailureTests {

    @ParameterizedTest
    @EnumSource
    void anEarlierFailureTakesTwoLines(Printer printer) {
        assertThat(lines(printer, 3, Mail::send) - lines(printer, 1, Mail::send))
                .isEqualTo(2 * 2);
    }

    @ParameterizedTest
    @EnumSource
    void itsCauseTakesTwoLinesAndItsOwnFrames(Printer printer) {
        assertThat(lines(printer, 3, Mail::sendByWire) - lines(printer, 1, Mail::sendByWire))
                .isEqualTo(2 * (2 + 2 + 2));
    }

    private static long lines(Printer printer, int attempts, Call call) {
        String[] printed = new String[1];
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, BackoffAutoConfiguration.class))
                .withPropertyValues("backoff.policies.default.max-attempts=" + attempts)
                .withBean(FakeTime.class)
                .withBean(Mail.class)
                .run(context ->
                        printed[0] = printer.print(catchThrowable(() -> call.make(context.getBean(Mail.class)))));
        return printed[0].lines().count();
    }

    enum Printer {
        JDK {
            @Override
            String print(Throwable failure) {
                StringWriter text = new StringWriter();
                failure.printStackTrace(new PrintWriter(text));
                return text.toString();
            }
        },
        LOGBACK {
            @Override
            String print(Throwable failure) {
                return ThrowableProxyUtil.asString(new ThrowableProxy(failure));
            }
        };

        abstract String print(Throwable failure);
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
