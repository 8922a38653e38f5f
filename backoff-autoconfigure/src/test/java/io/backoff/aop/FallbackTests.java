package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.Backoff;
import io.backoff.PermanentException;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.method.InvalidBackoffException;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Rejections;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Fallbacks, and those that do not fit. */
class FallbackTests {

    @ParameterizedTest
    @EnumSource
    void isAMethodOfTheSameBean(Contexts proxies) {
        proxies.runner(SameBean.class).run(context -> {
            var bean = context.getBean(Service.class);
            assertThat(bean.call("x", new IOException("down"))).isEqualTo("x down, field set");
            assertThat(context.getBean(CallStatisticsRegistry.class).counts("payments"))
                    .containsOnlyKeys(Outcome.EXHAUSTED);
        });
    }

    @ParameterizedTest
    @EnumSource
    void isAMethodOfAnotherBean(Contexts proxies) {
        proxies.runner(OtherBean.class)
                .run(context -> assertThat(context.getBean(Service.class).call("x", new IOException()))
                        .isEqualTo("other x"));
    }

    @ParameterizedTest
    @CsvSource({
        "java.io.FileNotFoundException, file",
        "java.io.IOException, io",
        "java.lang.IllegalStateException, any",
        "java.lang.OutOfMemoryError, any"
    })
    void isTheMostSpecificForTheFailure(Class<? extends Throwable> failure, String chosen) {
        run(
                Specific.class,
                bean -> assertThat(bean.call("x", failure.getConstructor().newInstance()))
                        .isEqualTo(chosen));
    }

    @Test
    void isNoneForAFailureThatNoneTakes() {
        run(OnlyIo.class, bean -> {
            assertThat(bean.call("x", new FileNotFoundException())).isEqualTo("io");
            assertThatThrownBy(() -> bean.call("x", new IllegalStateException("other")))
                    .hasMessage("other");
        });
    }

    @Test
    void mayTakeNoFailure() {
        run(
                WithoutFailure.class,
                bean -> assertThat(bean.call("x", new IOException())).isEqualTo("without x"));
    }

    @Test
    void takesTheFailureIfOneOfThemDoes() {
        run(WithAndWithoutFailure.class, bean -> {
            assertThat(bean.call("x", new IOException())).isEqualTo("with x");
            assertThat(bean.call("pending", null)).isEqualTo("without pending");
        });
    }

    @Test
    void resolvesTypeVariables() {
        run(
                GenericFallback.class,
                bean -> assertThat(bean.call("x", new IOException())).isEqualTo("generic x"));
    }

    @Test
    void getsTheCauseOfAPermanentFailure() {
        run(
                Specific.class,
                bean -> assertThat(bean.call("x", new PermanentException(new IOException())))
                        .isEqualTo("io"));
    }

    @Test
    void throwsWithTheOriginalSuppressed() {
        run(Throwing.class, bean -> {
            var original = new IOException();
            assertThatThrownBy(() -> bean.call("x", original))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasSuppressedException(original);
        });
    }

    @Test
    void doesNotRunAfterACancellation() {
        run(
                Specific.class,
                bean -> assertThatThrownBy(() -> bean.call("x", new CancellationException()))
                        .isInstanceOf(CancellationException.class));
    }

    @Test
    void getsNoFailureForARejectedResult() {
        run(Specific.class, bean -> assertThat(bean.call("pending", null)).isEqualTo("any"));
        run(OnlyIo.class, bean -> assertThat(bean.call("pending", null)).isEqualTo("io"));
    }

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
                "fallback 'later' has an overload that can never be called: the signature of String later(int, Throwable)",
                "Give the overload the parameters of the annotated method");
    }

    @Test
    void rejectsAnOverloadOfAnotherBeanThatTakesAFailureAndFitsNoMethod() {
        assertRejected(
                MisfitOfOtherBean.class,
                "fallback 'others::later' has an overload that can never be called: the signature of String",
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

    private static void run(Class<?> type, ThrowingConsumer<Service> test) {
        Contexts.CGLIB.runner(type).run(context -> test.accept(context.getBean(Service.class)));
    }

    private static String fail(String text, Throwable failure) throws Throwable {
        if (failure != null) {
            throw failure;
        }
        return text;
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

    interface Service {

        String call(String text, Throwable failure) throws Throwable;
    }

    static class SameBean implements Service {

        private final String field = "field set";

        @Override
        @Backoff(value = "payments", fallback = "instead")
        public String call(String text, Throwable failure) throws Throwable {
            return fail(text, failure);
        }

        private String instead(String text, Throwable argument, Throwable failure) {
            return text + " " + failure.getMessage() + ", " + field;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OtherBean {

        @Bean
        Service service() {
            return new Service() {
                @Override
                @Backoff(value = "payments", fallback = "other::call")
                public String call(String text, Throwable failure) throws Throwable {
                    return fail(text, failure);
                }
            };
        }

        @Bean(autowireCandidate = false)
        Other other() {
            return new Guarded();
        }
    }

    interface Other {

        String call(String text, Throwable argument);
    }

    /** A fallback that is guarded itself, so that it is called through its proxy. */
    static class Guarded implements Other {

        @Override
        @Backoff("payments")
        public String call(String text, Throwable argument) {
            return "other " + text;
        }
    }

    static class Specific implements Service {

        @Override
        @Backoff(value = "payments", fallback = "instead", retryOnResult = "#result == 'pending'")
        public String call(String text, Throwable failure) throws Throwable {
            return fail(text, failure);
        }

        String instead(String text, Throwable argument, Throwable failure) {
            return "any";
        }

        String instead(String text, Throwable argument, FileNotFoundException failure) {
            return "file";
        }

        String instead(String text, Throwable argument, IOException failure) {
            return "io";
        }
    }

    static class OnlyIo implements Service {

        @Override
        @Backoff(value = "payments", fallback = "instead", retryOnResult = "#result == #text")
        public String call(String text, Throwable failure) throws Throwable {
            return fail(text, failure);
        }

        String instead(String text, Throwable argument, IOException failure) {
            return "io";
        }
    }

    static class WithoutFailure implements Service {

        @Override
        @Backoff(value = "payments", fallback = "instead")
        public String call(String text, Throwable failure) throws Throwable {
            return fail(text, failure);
        }

        String instead(String text, Throwable argument) {
            return "without " + text;
        }
    }

    static class WithAndWithoutFailure implements Service {

        @Override
        @Backoff(value = "payments", fallback = "instead", retryOnResult = "#result == 'pending'")
        public String call(String text, Throwable failure) throws Throwable {
            return fail(text, failure);
        }

        String instead(String text, Throwable argument) {
            return "without " + text;
        }

        String instead(String text, Throwable argument, Throwable failure) {
            return "with " + text;
        }
    }

    abstract static class GenericBase<T> {

        T instead(T text, Throwable argument, Throwable failure) {
            return generic(text);
        }

        abstract T generic(T text);
    }

    static class GenericFallback extends GenericBase<String> implements Service {

        @Override
        @Backoff(value = "payments", fallback = "instead")
        public String call(String text, Throwable failure) throws Throwable {
            return fail(text, failure);
        }

        @Override
        String generic(String text) {
            return "generic " + text;
        }
    }

    static class Throwing implements Service {

        @Override
        @Backoff(value = "payments", fallback = "instead")
        public String call(String text, Throwable failure) throws Throwable {
            return fail(text, failure);
        }

        String instead(String text, Throwable argument) {
            throw new UnsupportedOperationException();
        }
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
