package io.backoff.modulith;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.InvalidPropertyException;
import io.backoff.config.source.MissingLibraries;
import io.backoff.method.IntegrationCalls;
import io.backoff.testkit.Applications;
import io.backoff.testkit.Logged;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.modulith.events.FailedEventPublications;

@Logged(value = MissingLibraries.class, names = "io.backoff.autoconfigure.StartupReport")
class BackoffModulithAutoConfigurationTests {

    @Test
    void doesNothingWithoutAPolicy(CapturedOutput output) {
        Orders.runner()
                .withPropertyValues("spring.datasource.generate-unique-name=true")
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(ListenerAdvisor.class);
                    assertThat(context).doesNotHaveBean(ResubmissionPoll.class);
                    assertThat(output).doesNotContain("backoff.modulith");
                });
    }

    @Test
    void showsTheListeners(CapturedOutput output) {
        Orders.application().run(context -> {
            assertThat(context.getBean(IntegrationCalls.class).rows())
                    .singleElement()
                    .satisfies(row -> {
                        assertThat(row.method()).isEqualTo("Listener.on");
                        assertThat(row.policy()).isEqualTo("events");
                        assertThat(row.by()).isEqualTo("modulith");
                        assertThat(row.bean()).isEqualTo("listener");
                    });
            assertThat(output).doesNotContain("backoff.modulith");
        });
    }

    @Test
    void saysThatModulithIsMissing(CapturedOutput output) {
        bare().withClassLoader(new FilteredClassLoader("org.springframework.modulith"))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output)
                .contains("'backoff.modulith.policy' is set, but its library is not on the class path. "
                        + "Add spring-modulith-starter-jdbc")
                .doesNotContain("no event publications are resubmitted");
    }

    @Test
    void saysThatPublicationsAreNotStoredWithJdbc(CapturedOutput output) {
        bare().withClassLoader(new FilteredClassLoader("org.springframework.modulith.events.jdbc"))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("Spring Modulith does not store them with JDBC");
    }

    @Test
    void saysThatThereIsNoRegistry(CapturedOutput output) {
        bare().run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("there is no registry of event publications");
    }

    @ParameterizedTest
    @CsvSource({
        "republish-outstanding-events-on-restart=true, submits all incomplete event publications at startup",
        "staleness.processing=1h, makes Spring Modulith mark event publications as failed"
    })
    void warnsOfWhatModulithDoesByItself(String setting, String warning, CapturedOutput output) {
        Orders.application()
                .withPropertyValues("spring.modulith.events." + setting)
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).containsOnlyOnce(warning);
    }

    @ParameterizedTest
    @CsvSource({
        "policy=evnts, there is no such policy",
        "poll-interval=0, it must be more than 0",
        "stale-after=-1s, it is negative",
        "stale-after=106752d, it is longer than the maximum of 292 years"
    })
    void rejects(String setting, String reason) {
        Orders.application()
                .withPropertyValues("backoff.modulith." + setting)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidPropertyException.class)
                        .hasMessageContaining(reason));
    }

    @Test
    void leavesModulithAsItIs() {
        Orders.application().run(context -> assertThat(context).hasSingleBean(FailedEventPublications.class));
    }

    private static ApplicationContextRunner bare() {
        return Applications.with(
                        io.backoff.autoconfigure.BackoffAutoConfiguration.class, BackoffModulithAutoConfiguration.class)
                .withPropertyValues("backoff.modulith.policy=events", "backoff.policies.events.max-attempts=3");
    }
}
