package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.testkit.Script;
import io.github.resilience4j.retry.annotation.Retry;
import io.github.resilience4j.spring6.retry.configure.RetryAspect;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.aspectj.AbstractAspectJAdvice;
import org.springframework.aop.aspectj.AspectJAroundAdvice;
import org.springframework.aop.aspectj.InstantiationModelAwarePointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.context.annotation.Scope;
import reactor.core.publisher.Mono;

/** How the advice of Resilience4j's retries is found, and what advice directly around it sees. */
class Resilience4jRetriesAdviceTests extends OneLibrary {

    private final List<Object> seen = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final IOException down = new IOException("down");
    private final Service service = get(Service.class);

    Resilience4jRetriesAdviceTests(String mode) {
        super(() -> new AdoptedApplication(mode)
                .retry("three", config -> config.maxAttempts(3))
                .start(AdoptedLibrary.RESILIENCE4J, Service.class, Other.class, Child.class));
    }

    @Test
    void theAdvisorIsRecognisedByTheClassOfItsMethod() {
        Advisor advisor = theirs(service);
        assertThat(advisor).isInstanceOf(InstantiationModelAwarePointcutAdvisor.class);
        assertThat(((InstantiationModelAwarePointcutAdvisor) advisor).isLazy()).isFalse();
        assertThat(advisor.getAdvice()).isExactlyInstanceOf(AspectJAroundAdvice.class);
        var advice = (AbstractAspectJAdvice) advisor.getAdvice();
        assertThat(advice.getAspectJAdviceMethod().getDeclaringClass()).isEqualTo(RetryAspect.class);
        assertThat(advice.getAspectName()).isEqualTo("retryAspect");
    }

    @Test
    void thePointcutMatchesAnnotatedMethodsAndClasses() throws Exception {
        assertThat(matches(service, Service.class.getMethod("call", Callable.class)))
                .isTrue();
        assertThat(matches(service, Service.class.getMethod("sibling"))).isFalse();
        assertThat(matches(application.get(Other.class), Other.class.getMethod("call", Callable.class)))
                .isTrue();
    }

    /** The advice finds no annotation on the class of the target: it proceeds, and nothing is retried. */
    @Test
    void thePointcutMatchesAnInheritedMethodThatIsNotRetried() throws Exception {
        Child child = application.get(Child.class);
        assertThat(matches(child, Child.class.getMethod("call", Callable.class)))
                .isTrue();
        Script script = Script.of(down, "ok");
        assertThat(catchThrowable(() -> child.call(script))).isSameAs(down);
        assertThat(script.attempts()).isEqualTo(1);
        assertThat(application.events()).isEmpty();
    }

    @Test
    void attributesOfTheInvocationReachTheAttemptsOnTheirThreads() {
        surround(ProxyMethodInvocation::proceed);
        Script script = Script.of(CompletableFuture.failedFuture(down));
        assertThat(catchThrowable(service.later(script)::join)).cause().isSameAs(down);
        assertThat(seen).hasSize(3).doesNotContainNull().containsOnly(seen.get(0));
        assertThat(threads).first().isSameAs(Thread.currentThread());
        assertThat(threads.subList(1, 3)).doesNotContain(Thread.currentThread());
    }

    @Test
    void attributesOfTheInvocationAreSeenOnceForAPublisher() {
        surround(ProxyMethodInvocation::proceed);
        Script script = Script.of(down);
        catchThrowable(() -> service.mono(Mono.fromCallable(script)).block());
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(seen).hasSize(1).doesNotContainNull();
    }

    /** Handlers of a future run last in, first out. */
    @Test
    void aHandlerOfTheSameFutureRunsAfterTheirs() {
        List<String> order = new CopyOnWriteArrayList<>();
        surround(invocation -> {
            var future = (CompletableFuture<?>) invocation.proceed();
            future.whenComplete((result, failure) -> order.add("attempt"));
            return future;
        });
        assertThat(completed(order)).isEqualTo("ok");
        assertThat(order).containsExactly("caller", "attempt");
    }

    @Test
    void aHandlerOfADependentFutureRunsBeforeTheirs() {
        List<String> order = new CopyOnWriteArrayList<>();
        surround(invocation ->
                ((CompletableFuture<?>) invocation.proceed()).whenComplete((result, failure) -> order.add("attempt")));
        assertThat(completed(order)).isEqualTo("ok");
        assertThat(order).containsExactly("attempt", "caller");
    }

    private Object completed(List<String> order) {
        var pending = new CompletableFuture<Object>();
        CompletableFuture<Object> future = service.later(Script.of(pending));
        future.whenComplete((result, failure) -> order.add("caller"));
        pending.complete("ok");
        return future.join();
    }

    /** Puts an attribute into each call and advice around each attempt. */
    private void surround(Attempt attempt) {
        var advised = (Advised) service;
        int theirs = advised.indexOf(theirs(service));
        advised.addAdvisor(theirs, new DefaultPointcutAdvisor((MethodInterceptor) invocation -> {
            ((ProxyMethodInvocation) invocation).setUserAttribute("call", new Object());
            return invocation.proceed();
        }));
        advised.addAdvisor(theirs + 2, new DefaultPointcutAdvisor((MethodInterceptor) invocation -> {
            threads.add(Thread.currentThread());
            seen.add(Objects.requireNonNull(((ProxyMethodInvocation) invocation).getUserAttribute("call")));
            return attempt.proceed((ProxyMethodInvocation) invocation);
        }));
    }

    private static boolean matches(Object bean, Method method) {
        return ((PointcutAdvisor) theirs(bean))
                .getPointcut()
                .getMethodMatcher()
                .matches(method, ((Advised) bean).getTargetSource().getTargetClass());
    }

    private static Advisor theirs(Object bean) {
        return List.of(((Advised) bean).getAdvisors()).stream()
                .filter(advisor -> advisor instanceof InstantiationModelAwarePointcutAdvisor)
                .filter(advisor -> advisor.getAdvice() instanceof AbstractAspectJAdvice advice
                        && RetryAspect.class.isAssignableFrom(
                                advice.getAspectJAdviceMethod().getDeclaringClass()))
                .findFirst()
                .orElseThrow();
    }

    interface Attempt {

        Object proceed(ProxyMethodInvocation invocation) throws Throwable;
    }

    /** A bean of its own for each test: the tests add advice to it. */
    @Scope("prototype")
    static class Service {

        @Retry(name = "three")
        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }

        @Retry(name = "three")
        public CompletableFuture<Object> later(Script attempt) {
            return attempt.run();
        }

        @Retry(name = "three")
        public Mono<Object> mono(Mono<Object> source) {
            return source;
        }

        public void sibling() {}
    }

    @Retry(name = "three")
    static class OnClass {

        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    @Retry(name = "three")
    static class Other {

        public Object call(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }

    static class Child extends OnClass {

        @Retry(name = "three")
        public Object own(Callable<Object> attempt) throws Exception {
            return attempt.call();
        }
    }
}
