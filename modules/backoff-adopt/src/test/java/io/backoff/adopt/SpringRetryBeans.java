package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Beans that spring-retry retries, whose delays are recorded. */
abstract class SpringRetryBeans extends OneLibrary {

    SpringRetryBeans(String mode, Class<?>... beans) {
        super(mode, AdoptedLibrary.SPRING_RETRY, beans);
    }

    SpringRetryBeans(Supplier<AdoptedApplication> starting) {
        super(starting);
    }

    final AdoptedApplication.Delays delays() {
        return application.delays();
    }

    final void assertDelays(Long... expected) {
        assertThat(delays().all()).containsExactly(expected);
    }

    /** Asserts the delays as tables write them, separated by blanks. */
    final void assertDelays(String expected) {
        assertThat(delays().all().stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .isEqualTo(expected);
    }
}
