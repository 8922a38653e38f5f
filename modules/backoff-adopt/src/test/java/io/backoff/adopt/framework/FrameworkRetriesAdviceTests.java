package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.resilience.retry.AbstractRetryInterceptor;
import reactor.core.publisher.Mono;

/** Advice of applications around and inside of Spring Framework's retries. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesAdviceTests extends FrameworkRetriesFixture {

    private final Shop shop = bean(Shop.class);
    private final List<Object> seen = bean(Journal.class).seen;

    FrameworkRetriesAdviceTests(String mode) {
        super(mode, Journal.class, Advice.class, Shop.class);
    }

    @BeforeEach
    void startANewPage() {
        seen.clear();
    }

    @Test
    void outerAdviceSeesTheCallAndInnerAdviceEachAttempt() {
        assertThat(shop.sell(Script.failing(2, "sold"), "apple")).isEqualTo("sold");
        assertThat(seen).containsExactly("outer", "inner 1 apple", "inner 1 apple", "inner 1 apple", "outer sold");
    }

    @Test
    void attributesOfTheCallAreSeenByEachAttempt() {
        catchThrowable(() -> shop.sell(Script.failing(9, "too late"), "apple"));
        catchThrowable(() -> shop.sell(Script.failing(9, "too late"), "pear"));
        assertThat(seen)
                .containsExactly(
                        "outer",
                        "inner 1 apple",
                        "inner 1 apple",
                        "inner 1 apple",
                        "outer",
                        "inner 2 pear",
                        "inner 2 pear",
                        "inner 2 pear");
    }

    @Test
    void argumentsThatAnAttemptChangesAreThoseOfTheCallAgain() {
        var products = new ArrayList<String>();
        assertThat(shop.note(Script.failing(2, "sold"), "apple", products)).isEqualTo("sold");
        assertThat(products).containsExactly("apple once", "apple once", "apple once");
    }

    @Test
    void attributesOfTheCallAreSeenWhereAPublisherIsCreated() {
        assertThat(shop.order(Script.failing(2, "sold"), "order").block()).isEqualTo("sold");
        assertThat(seen).hasSize(3).startsWith("outer", "inner 1 order");
    }

    @Test
    void innerAdviceMayReplaceTheFailure() {
        var script = Script.failing(9, "too late");
        assertThat(catchThrowable(() -> shop.sell(script, "replace"))).hasMessage("replaced");
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void innerAdviceMayEndTheCall() {
        var script = Script.failing(9, "too late");
        assertThat(shop.sell(script, "stop")).isEqualTo("stopped");
        assertThat(script.attempts()).isZero();
    }

    static class Shop {

        @Retryable(maxRetries = 2, delay = 0)
        public Object sell(Script script, String product) {
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Object note(Script script, String product, List<String> products) {
            products.add(product);
            return script.run();
        }

        @Retryable(maxRetries = 2, delay = 0)
        public Mono<Object> order(Script script, String product) {
            return Mono.fromCallable(script::run);
        }
    }

    static class Journal {

        final List<Object> seen = new CopyOnWriteArrayList<>();

        long calls() {
            return seen.stream().filter("outer"::equals).count();
        }
    }

    /** Notes a call and gives it a number. */
    record Outer(Journal journal) implements MethodInterceptor {

        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            journal.seen.add("outer");
            ((ProxyMethodInvocation) invocation).setUserAttribute("number", journal.calls());
            var result = invocation.proceed();
            journal.seen.add("outer " + result);
            return result;
        }
    }

    /** Notes an attempt with the number of its call. */
    record Inner(Journal journal) implements MethodInterceptor {

        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            var arguments = invocation.getArguments();
            var product = (String) arguments[1];
            var number = ((ProxyMethodInvocation) invocation).getUserAttribute("number");
            journal.seen.add("inner " + number + " " + product);
            return switch (product) {
                case "stop" -> "stopped";
                case "replace" -> replacing(invocation);
                default -> {
                    arguments[1] = product + " once";
                    yield invocation.proceed();
                }
            };
        }

        private static @Nullable Object replacing(MethodInvocation invocation) throws Throwable {
            try {
                return invocation.proceed();
            } catch (IllegalStateException failure) {
                throw new IllegalStateException("replaced", failure);
            }
        }
    }

    /** Adds advice directly around the library's and directly inside of it. */
    static class Advice implements BeanPostProcessor {

        private final ObjectProvider<Journal> journal;

        Advice(ObjectProvider<Journal> journal) {
            this.journal = journal;
        }

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            if (bean instanceof Shop && bean instanceof Advised advised) {
                var index = 0;
                while (!isRetry(advised.getAdvisors()[index].getAdvice().getClass())) {
                    index++;
                }
                advised.addAdvice(index, new Outer(journal.getObject()));
                advised.addAdvice(index + 2, new Inner(journal.getObject()));
            }
            return bean;
        }
    }

    private static boolean isRetry(Class<?> advice) {
        return AbstractRetryInterceptor.class.isAssignableFrom(advice);
    }
}
