package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.method.InvalidBackoffException;
import io.backoff.testkit.Rejections;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

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

    @Test
    void rejectsAnOverloadThatFitsNoMethod() {
        assertRejected(
                Misfit.class,
                "fallback 'later' is also the name of String later(int, Throwable), which fits no method",
                "Give it the same parameters");
    }

    @Test
    void rejectsAnOverloadOfAnotherBeanThatTakesAFailureAndFitsNoMethod() {
        assertRejected(
                MisfitOfOtherBean.class,
                "fallback 'others::later' is also the name of String later(int, Throwable), which fits no method",
                "rename it");
    }

    @Test
    void acceptsOverloadsForOtherMethodsAndOtherCallers() {
        Contexts.CGLIB
                .runner(Overloads.class)
                .run(context -> assertThat(context).hasNotFailed());
        Contexts.CGLIB
                .runner(OverloadsOfOtherBean.class)
                .run(context -> assertThat(context).hasNotFailed());
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

    static class Misfit {

        @Backoff(value = "payments", fallback = "later")
        public String pay(String order) {
            return order;
        }

        String later(String order, Throwable failure) {
            return order;
        }

        String later(int order, Throwable failure) {
            return "";
        }
    }

    static class Overloads {

        @Backoff(value = "payments", fallback = "later")
        public String pay(String order) {
            return order;
        }

        @Backoff(value = "payments", fallback = "later")
        public String pay(int order) {
            return "";
        }

        @Backoff("payments")
        public String later(long order) {
            return "";
        }

        String later(String order, Throwable failure) {
            return order;
        }

        String later(int order, Throwable failure) {
            return "";
        }
    }

    static class Others {

        String later(String order) {
            return order;
        }

        String later(int order, Throwable failure) {
            return "";
        }

        String later(String order, int priority) {
            return order;
        }
    }

    static class MisfitOfOtherBean {

        @Bean
        Others others() {
            return new Others();
        }

        @Backoff(value = "payments", fallback = "others::later")
        public String pay(String order) {
            return order;
        }
    }

    static class OverloadsOfOtherBean extends MisfitOfOtherBean {

        @Backoff(value = "payments", fallback = "others::later")
        public String payAll(int orders) {
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
