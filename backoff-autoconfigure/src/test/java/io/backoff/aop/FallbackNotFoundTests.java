package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.method.InvalidBackoffException;
import io.backoff.testkit.Rejections;
import org.junit.jupiter.api.Test;

/** Fallbacks that exist, but do not fit. */
class FallbackNotFoundTests {

    @Test
    void showsMethodsOfThatNameWithOtherParameters() {
        assertRejected(
                ThrowableFirst.class,
                "like String later(String); found String later(Throwable, String)",
                "Put the Throwable last.");
    }

    @Test
    void guessesAMisspelledName() {
        assertRejected(Misspelled.class, "like String latr()", "Did you mean 'later'?");
    }

    @Test
    void doesNotGuessTheMethodItself() {
        Contexts.CGLIB
                .runner(Itself.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOfSatisfying(
                                InvalidBackoffException.class,
                                refusal -> assertThat(refusal.remedy()).doesNotContain("Did you mean")));
    }

    private static void assertRejected(Class<?> bean, String message, String remedy) {
        Contexts.CGLIB
                .runner(bean)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOfSatisfying(InvalidBackoffException.class, refusal -> {
                            assertThat(refusal).hasMessageContaining(message);
                            assertThat(refusal.remedy()).contains(remedy);
                            Rejections.areExplained(refusal);
                        }));
    }

    static class ThrowableFirst {

        @Backoff(value = "payments", fallback = "later")
        public String pay(String order) {
            return order;
        }

        public String later(Throwable failure, String order) {
            return order;
        }
    }

    static class Misspelled {

        @Backoff(value = "payments", fallback = "latr")
        public String pay() {
            return "";
        }

        public String later() {
            return "";
        }
    }

    static class Itself {

        @Backoff(value = "payments", fallback = "pya")
        public String pay() {
            return "";
        }
    }
}
