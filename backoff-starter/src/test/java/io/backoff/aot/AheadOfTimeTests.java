package io.backoff.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import io.backoff.Backoff;
import io.backoff.method.InvalidBackoffException;
import io.backoff.polling.BackoffPoll;
import io.backoff.redelivery.Redeliver;
import io.backoff.testkit.AheadOfTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;

/** Hints for a native image are determined in every application, also without db-scheduler, Jackson or JDBC. */
@CompileWithForkedClassLoader
class AheadOfTimeTests {

    @Test
    void buildsAndStarts() {
        AheadOfTime.build(Application.class, Map.of())
                .compile(built -> built.run(
                        Map.of(),
                        running -> assertThat(running.getBean(Letters.class).send())
                                .isEqualTo("sent")));
    }

    /** The application is rejected at startup, as without a build. */
    @Test
    void buildsWhatNeedsAnAbsentLibrary() {
        var application = AheadOfTime.build(Unable.class, Map.of());
        assertThat(reflection().onMethodInvocation(Outbox.class, "deliver")).accepts(application.hints());
        assertThat(reflection().onMethodInvocation(Parcel.class, "address")).accepts(application.hints());
        application.compile(built -> assertThatThrownBy(() -> built.run(Map.of(), running -> {}))
                .isInstanceOf(InvalidBackoffException.class)
                .hasMessageContaining("calls cannot be stored without db-scheduler"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    public static class Application {

        @Bean
        public Letters letters() {
            return new Letters();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    public static class Unable {

        @Bean
        public Outbox outbox() {
            return new Outbox();
        }
    }

    public static class Letters {

        @Backoff
        public String send() {
            return "sent";
        }

        @BackoffPoll
        public boolean look() {
            return false;
        }
    }

    public static class Outbox {

        @Redeliver
        public void deliver(Parcel parcel) {}
    }

    public record Parcel(String address) {}
}
