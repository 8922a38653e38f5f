package io.backoff.benchmarks.soak.adopted;

import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Mono;

/** The methods that other libraries retry. There is one for each library and kind of result. */
enum Adopted {
    FRAMEWORK_VALUE("FrameworkCalls.value", new Value(of(Callees.FrameworkCalls.class, bean -> bean::value))),
    FRAMEWORK_FUTURE("FrameworkCalls.future", new Future(of(Callees.FrameworkCalls.class, bean -> bean::future))),
    FRAMEWORK_MONO("FrameworkCalls.mono", new Reactive(of(Callees.FrameworkCalls.class, bean -> bean::mono))),
    SPRING_RETRY_VALUE("SpringRetryCalls.value", new Value(of(Callees.SpringRetryCalls.class, bean -> bean::value))),
    SPRING_RETRY_FUTURE(
            "SpringRetryCalls.future", new Future(of(Callees.SpringRetryCalls.class, bean -> bean::future))),
    SPRING_RETRY_MONO("SpringRetryCalls.mono", new Reactive(of(Callees.SpringRetryCalls.class, bean -> bean::mono))),
    RESILIENCE4J_VALUE("Resilience4jCalls.value", new Value(of(Callees.Resilience4jCalls.class, bean -> bean::value))),
    RESILIENCE4J_FUTURE(
            "Resilience4jCalls.future", new Future(of(Callees.Resilience4jCalls.class, bean -> bean::future))),
    RESILIENCE4J_MONO("Resilience4jCalls.mono", new Reactive(of(Callees.Resilience4jCalls.class, bean -> bean::mono)));

    /** The maximum number of attempts in each library. */
    static final int ATTEMPTS = 3;

    final String method;
    final Way way;

    Adopted(String method, Way way) {
        this.method = method;
        this.way = way;
    }

    private static <B, O> Function<ApplicationContext, O> of(Class<B> type, Function<B, O> operation) {
        return context -> operation.apply(context.getBean(type));
    }

    /** The name in the report. */
    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** How a call is made. */
    sealed interface Way {}

    record Value(Function<ApplicationContext, Operation<Object>> of) implements Way {}

    record Future(Function<ApplicationContext, Operation<CompletableFuture<Object>>> of) implements Way {}

    record Reactive(Function<ApplicationContext, Operation<Mono<Object>>> of) implements Way {}

    /** Makes a call. */
    @FunctionalInterface
    interface Operation<R> {

        R make(Trial call) throws Exception;
    }
}
