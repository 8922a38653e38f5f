package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LateFailureTests {

    @ParameterizedTest
    @MethodSource
    void isPossible(Method method) {
        assertThat(LateFailure.isPossible(method, method.getReturnType())).isTrue();
    }

    static Stream<Method> isPossible() {
        return Stream.of(Later.class.getMethods());
    }

    @ParameterizedTest
    @MethodSource
    void isImpossible(Method method) {
        assertThat(LateFailure.isPossible(method, method.getReturnType())).isFalse();
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
    }

    interface Now {

        void nothing();

        int primitive();

        String object();

        int[] array();

        <T> List<T> generic();
    }
}
