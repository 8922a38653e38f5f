package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.testkit.Applications;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.AfterThrowing;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Inner aspects whose pointcuts bind arguments, in attempts on any thread and at any time. */
class BoundAdviceTests {

    @ParameterizedTest(name = "{0} {1} wait-first={2} {3}")
    @MethodSource("calls")
    void isBoundInEachAttempt(Contexts proxies, Class<?> aspect, boolean waitFirst, Call call) {
        application(proxies, waitFirst).withUserConfiguration(aspect).run(context -> {
            assertThat(call.make.apply(context.getBean(Service.class))).isEqualTo("tea3");
            // After-throwing advice sees the two attempts that fail before they return anything.
            assertThat(context.getBean(Audit.class).events)
                    .containsExactly(
                            "around m",
                            "before m tea",
                            "threw m tea 1",
                            "around m",
                            "before m tea",
                            "threw m tea 2",
                            "around m",
                            "before m tea",
                            "returned m tea");
        });
    }

    static Stream<Arguments> calls() {
        return Stream.of(Contexts.values())
                .flatMap(proxies -> Stream.of(UnorderedAspect.class, InnermostAspect.class)
                        .flatMap(aspect -> Stream.of(false, true)
                                .flatMap(waitFirst -> Stream.of(Call.values())
                                        .map(call -> Arguments.of(proxies, aspect, waitFirst, call)))));
    }

    @ParameterizedTest
    @EnumSource
    void isBoundAfterFailuresThatComeLater(Call call) {
        application(Contexts.CGLIB, false)
                .withUserConfiguration(UnorderedAspect.class)
                .run(context -> {
                    var service = context.getBean(FlakyService.class);
                    service.failLater();
                    assertThat(call.make.apply(service)).isEqualTo("tea3");
                    assertThat(context.getBean(Audit.class).events)
                            .endsWith("around m", "before m tea", "returned m tea");
                });
    }

    private static ApplicationContextRunner application(Contexts proxies, boolean waitFirst) {
        return Applications.backoff(BackoffReactorAutoConfiguration.class)
                .withPropertyValues(
                        "spring.aop.proxy-target-class=" + (proxies == Contexts.CGLIB),
                        "backoff.policies.payments.max-attempts=3",
                        "backoff.policies.payments.wait-first=" + waitFirst)
                .withBean(OtherThreadTime.class)
                .withBean(Audit.class)
                .withBean(FlakyService.class);
    }

    enum Call {
        BLOCKING(service -> service.blocking("tea")),
        FUTURE(service -> service.future("tea").join()),
        MONO(service -> service.mono("tea").block()),
        FLUX(service -> service.flux("tea").blockLast());

        private final Function<Service, String> make;

        Call(Function<Service, String> make) {
            this.make = make;
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Audited {

        String value();
    }

    interface Service {

        String blocking(String item);

        CompletableFuture<String> future(String item);

        Mono<String> mono(String item);

        Flux<String> flux(String item);
    }

    static class FlakyService implements Service {

        private boolean late;
        private final AtomicInteger attempts = new AtomicInteger();

        void failLater() {
            late = true;
        }

        @Override
        @Audited("m")
        @Backoff("payments")
        public String blocking(String item) {
            return third(item);
        }

        @Override
        @Audited("m")
        @Backoff("payments")
        public CompletableFuture<String> future(String item) {
            return late
                    ? CompletableFuture.supplyAsync(() -> third(item))
                    : CompletableFuture.completedFuture(third(item));
        }

        @Override
        @Audited("m")
        @Backoff("payments")
        public Mono<String> mono(String item) {
            return late ? Mono.fromSupplier(() -> third(item)) : Mono.just(third(item));
        }

        @Override
        @Audited("m")
        @Backoff("payments")
        public Flux<String> flux(String item) {
            return late ? Flux.defer(() -> Flux.just(third(item))) : Flux.just(third(item));
        }

        private String third(String item) {
            int attempt = attempts.incrementAndGet();
            if (attempt < 3) {
                throw new IllegalStateException(item + " " + attempt);
            }
            return item + attempt;
        }
    }

    static class Audit {

        private final List<String> events = new CopyOnWriteArrayList<>();
    }

    @Aspect
    static class UnorderedAspect {

        private final List<String> events;

        UnorderedAspect(Audit audit) {
            this.events = audit.events;
        }

        @Around("@annotation(audited)")
        Object around(ProceedingJoinPoint call, Audited audited) throws Throwable {
            events.add("around " + audited.value());
            return call.proceed();
        }

        @Before("@annotation(audited) && args(item)")
        void before(JoinPoint call, Audited audited, String item) {
            events.add("before " + audited.value() + " " + item);
        }

        @AfterThrowing(pointcut = "@annotation(audited)", throwing = "failure", argNames = "audited,failure")
        void threw(Audited audited, IllegalStateException failure) {
            events.add("threw " + audited.value() + " " + failure.getMessage());
        }

        @AfterReturning("@annotation(audited) && args(item)")
        void returned(Audited audited, String item) {
            events.add("returned " + audited.value() + " " + item);
        }
    }

    @Aspect
    @Order(Ordered.LOWEST_PRECEDENCE)
    static class InnermostAspect extends UnorderedAspect {

        InnermostAspect(Audit audit) {
            super(audit);
        }
    }
}
