package io.backoff.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Scanner;
import java.util.Spliterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.SubmissionPublisher;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kotlin.Lazy;
import kotlin.jvm.functions.Function0;
import kotlin.sequences.Sequence;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

class AsyncReturnTypesTests {

    @ParameterizedTest
    @MethodSource
    void isPossible(Method method) {
        assertThat(AsyncReturnTypes.isPossible(method, method.getReturnType())).isTrue();
    }

    static Stream<Method> isPossible() {
        return Stream.of(Later.class.getMethods());
    }

    @ParameterizedTest
    @MethodSource
    void isImpossible(Method method) {
        assertThat(AsyncReturnTypes.isPossible(method, method.getReturnType())).isFalse();
    }

    static Stream<Method> isImpossible() {
        return Stream.of(Now.class.getMethods());
    }

    interface Feed extends Flow.Publisher<String> {}

    abstract static class FeedBase implements Feed {}

    abstract static class FeedImplementation extends FeedBase {}

    interface Later {

        Future<String> future();

        CompletionStage<String> stage();

        CompletableFuture<String> completableFuture();

        Flow.Publisher<String> publisher();

        Feed publisherByInterface();

        FeedImplementation publisherByClass();

        SubmissionPublisher<String> implementation();

        Callable<String> callable();

        Supplier<String> supplier();

        IntSupplier primitiveSupplier();

        Runnable runnable();

        Stream<String> stream();

        IntStream primitiveStream();

        Iterator<String> iterator();

        Scanner iteratorByClass();

        Enumeration<String> enumeration();

        Spliterator<String> spliterator();

        SseEmitter emitter();

        StreamingResponseBody body();

        DeferredResult<String> deferred();

        Sequence<String> sequence();

        Lazy<String> lazy();

        Function0<String> function();
    }

    interface Now {

        void nothing();

        int primitive();

        String object();

        int[] array();

        <T> List<T> generic();

        Iterable<String> iterable();

        Collection<String> collection();

        Optional<String> optional();

        Thread somethingThatRuns();
    }
}
