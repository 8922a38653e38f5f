package io.backoff.aspectj;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.testkit.Rejections;
import org.junit.jupiter.api.Test;

/** Methods that woven code cannot retry are rejected when the context starts, although the class is woven. */
class StartupWovenTests {

    @Test
    void rejectsAnAnnotationOnWhatAMethodOverrides() {
        WovenContexts.runner()
                .withBean(Implementation.class)
                .run(failed -> assertThat(failed)
                        .getFailure()
                        .hasMessageContaining("Implementation.call")
                        .hasMessageContaining("the method is not woven")
                        .satisfies(Rejections::areExplained));
    }

    @Test
    void acceptsWhatProxiesCannotReach() {
        WovenContexts.runner()
                .withBean(Hidden.class)
                .run(running -> assertThat(running).hasNotFailed());
    }

    interface Contract {

        @Backoff
        void call();
    }

    static class Implementation implements Contract {

        @Override
        public void call() {}

        @Backoff
        void woven() {}
    }

    static class Hidden {

        @Backoff
        private void unreachable() {}

        @Backoff
        static void ofNobody() {}

        @Backoff
        public final void unchangeable() {}
    }
}
