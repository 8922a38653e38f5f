package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.engine.CurrentAttempt;
import io.backoff.testkit.Script;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/** How Resilience4j finds the entry that the annotation of a method names. */
class Resilience4jRetriesNamesTests extends OneLibrary {

    private final IOException down = new IOException("down");
    private final Script script = Script.of(down);
    private final Service service = get(Service.class);

    Resilience4jRetriesNamesTests(String mode) {
        super(() -> new AdoptedApplication(mode, "names.two=two")
                .retry("two", config -> config.maxAttempts(2))
                .retry("four", config -> config.maxAttempts(4))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class, Names.class));
    }

    @Test
    void anUnknownName() {
        assertThat(attempts(() -> service.unknown(Script.of("ok")))).isZero();
        assertThat(application.registry().find("unknown")).isPresent();
        assertThat(application.registry().retry("unknown").getRetryConfig().getMaxAttempts())
                .isEqualTo(3);
    }

    /** Known before its first call, which creates it. */
    @Test
    void anUnknownNameHasTheDefaults() throws Exception {
        Callable<Object> limit =
                () -> CurrentAttempt.get().orElseThrow().maxAttempts().orElse(0);
        assertThat(service.another(limit)).isEqualTo(3);
    }

    @Test
    void aNameByPlaceholder() {
        assertThat(attempts(() -> service.placeholder(script))).isEqualTo(2);
        assertThat(get(AdoptedMethods.class).all())
                .filteredOn(row -> row.name().endsWith(".placeholder"))
                .singleElement()
                .satisfies(row -> assertThat(row.method().retry().instance()).isEqualTo("two"));
    }

    @Test
    void aNameByExpression() {
        assertThat(attempts(() -> service.expression(script))).isEqualTo(2);
    }

    @Test
    void aNameByArgument() {
        assertThat(attempts(() -> service.argument("two", script))).isEqualTo(2);
        assertThat(script.attempts()).isEqualTo(2);
        Script another = Script.of(down);
        catchThrowable(() -> service.argument("four", another));
        assertThat(another.attempts()).isEqualTo(4);
    }

    @Test
    void aNameByBean() {
        assertThat(attempts(() -> service.bean(script))).isEqualTo(2);
    }

    @Test
    void aConfigurationOfAnotherName() {
        application
                .registry()
                .addConfiguration(
                        "two",
                        RetryConfig.from(application.registry().retry("two").getRetryConfig())
                                .build());
        assertThat(attempts(() -> service.configured(script))).isEqualTo(2);
        assertThat(application.registry().find("configured")).isPresent();
    }

    private int attempts(Callable<Object> call) {
        Throwable thrown = catchThrowable(call::call);
        if (script.attempts() > 0) {
            assertThat(thrown).isSameAs(down);
        }
        return script.attempts();
    }

    static class Names {

        @Bean
        Supplied names() {
            return new Supplied();
        }
    }

    static class Supplied {

        public String two() {
            return "two";
        }
    }

    static class Service {

        @Retry(name = "unknown")
        public Object unknown(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "another")
        public Object another(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "${names.two}")
        public Object placeholder(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "#{environment['names.two']}")
        public Object expression(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "#root.args[0]")
        public Object argument(String name, Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "@names.two()")
        public Object bean(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "configured", configuration = "two")
        public Object configured(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
