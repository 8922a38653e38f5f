package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.Shop.Payments;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Only the libraries on the class path are adopted, and settings are checked without any. */
@NullMarked
class AdoptedClassPathTests {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withUserConfiguration(Libraries.Framework.class, Payments.class);

    @ParameterizedTest
    @CsvSource({
        "org.springframework.retry, resilience4j spring-framework",
        "io.github.resilience4j, spring-framework spring-retry",
        "org.aspectj, spring-framework spring-retry",
        "reactor.core, resilience4j spring-framework spring-retry",
    })
    void leavesOfAbsentLibrariesAddNothing(String absent, String present) {
        application.withClassLoader(new FilteredClassLoader(absent)).run(context -> {
            assertThat(context.getBeansOfType(RetryLibrary.class).values().stream()
                            .map(RetryLibrary::id)
                            .sorted())
                    .isEqualTo(List.of(present.split(" ")));
            assertThat(context.getBean(Payments.class).charge(0)).isEqualTo("paid");
            assertThat(context.getBean(AdoptedMethods.class).all()).hasSize(2);
        });
    }

    @Test
    void settingsAreCheckedWithoutLibraries() {
        new ApplicationContextRunner()
                .withUserConfiguration(Libraries.None.class)
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.retry", "io.github.resilience4j", "reactor.core", "org.aspectj"))
                .withPropertyValues("backoff.adopt.policies.Payments=paymnts")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("there is no such policy"));
    }

    /** If an application uses no library, its beans are not searched. */
    @Test
    void applicationsWithoutLibrariesAreNotScanned() {
        new ApplicationContextRunner()
                .withUserConfiguration(Libraries.None.class)
                .withBean(Payments.class)
                .run(context -> {
                    assertThat(context.getBean(Payments.class).getClass()).isEqualTo(Payments.class);
                    assertThat(context.getBean(AdoptedMethods.class).all()).isEmpty();
                });
    }
}
