package io.backoff.grpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.grpc.server.ShopServer.Reply;
import io.backoff.grpc.shop.OrderReply;
import io.backoff.grpc.shop.OrderRequest;
import io.backoff.grpc.shop.ShopGrpc;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;

/** The responses that callers of a gRPC server see, with every kind of handler. */
@Timeout(60)
@TestInstance(Lifecycle.PER_CLASS)
abstract class GrpcServerContract {

    private static final String ATTEMPTS = "grpc-previous-rpc-attempts";
    private static final String RETRYABLE = "retryable";
    private static final String NO_RETRY = "no_retry";

    private final Class<?> application;
    private ShopServer server;

    GrpcServerContract(Class<?> application) {
        this.application = application;
    }

    ShopServer server() {
        return server;
    }

    @BeforeAll
    void start() {
        server = ShopServer.start(WebApplicationType.NONE, application);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        server.forget();
    }

    static Stream<MethodDescriptor<OrderRequest, OrderReply>> methods() {
        return Stream.of(
                ShopGrpc.getOrderMethod(),
                ShopGrpc.getTrackMethod(),
                ShopGrpc.getFillMethod(),
                ShopGrpc.getHaggleMethod());
    }

    private Reply call(MethodDescriptor<OrderRequest, OrderReply> method, String item, String... metadata) {
        return ShopServer.call(server.channel(), method, item, CallOptions.DEFAULT, ShopServer.metadata(metadata));
    }

    @ParameterizedTest
    @ValueSource(strings = {"overloaded", "limited"})
    void aRejectedCallerMayRetryLater(String item) {
        double before = server.rejections(RETRYABLE);
        Reply reply = server.order(item);

        assertThat(reply.code()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(reply.status().getDescription()).isEqualTo("Overloaded");
        assertThat(reply.millis()).isBetween(500, 1_500);
        assertThat(server.rejections(RETRYABLE)).isEqualTo(before + 1);
    }

    @Test
    void theHintOfTheApplicationIsNotUndercut() {
        assertThat(server.order("overloaded-for-a-while").millis()).isBetween(3_000, 4_500);
    }

    @ParameterizedTest
    @CsvSource({"unavailable, UNAVAILABLE", "used-up, RESOURCE_EXHAUSTED", "overload-with-status, RESOURCE_EXHAUSTED"})
    void aStatusOfTheApplicationThatRejectsGetsTheVerdict(String item, Status.Code code) {
        double before = server.rejections(RETRYABLE);
        Reply reply = server.order(item);

        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.millis()).isBetween(500, 1_500);
        assertThat(server.rejections(RETRYABLE)).isEqualTo(before + 1);
    }

    @Test
    void thePushbackOfTheApplicationIsKept() {
        double before = server.rejections(RETRYABLE);
        assertThat(server.order("own-pushback").pushback()).containsExactly("4321");
        assertThat(server.rejections(RETRYABLE)).isEqualTo(before + 1);

        server.order(99, "overloaded");
        assertNoRetry(server.order("own-pushback"), Status.Code.UNAVAILABLE);
    }

    @Test
    void theTimeToWaitInDetailsIsKept() {
        Reply reply = server.order("own-retry-info");
        assertThat(reply.pushback()).isEmpty();
        assertThat(reply.trailers().keys()).contains("grpc-status-details-bin");

        server.order(100, "overloaded");
        assertNoRetry(server.order("own-retry-info"), Status.Code.UNAVAILABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"own-short-retry-info", "own-empty-retry-info"})
    void aShorterTimeToWaitInDetailsIsLengthened(String order) {
        Reply reply = server.order(order);
        assertThat(reply.pushback())
                .singleElement()
                .satisfies(millis -> assertThat(Integer.parseInt(millis)).isBetween(500, 1_500));
        assertThat(reply.trailers().keys()).contains("grpc-status-details-bin");
    }

    @Test
    void theApplicationMayForbidARetryItself() {
        double before = server.rejections(NO_RETRY);
        assertNoRetry(server.order("own-never"), Status.Code.UNAVAILABLE);
        assertThat(server.rejections(NO_RETRY)).isEqualTo(before + 1);
    }

    @Test
    void anyOtherStatusStays() {
        Reply reply = server.order("nothing");
        assertThat(reply.code()).isEqualTo(Status.Code.NOT_FOUND);
        assertThat(reply.status().getDescription()).isEqualTo("nothing");
        assertThat(reply.pushback()).isEmpty();

        assertThat(server.order("unguarded").code()).isEqualTo(Status.Code.UNKNOWN);
        assertThat(server.order("unguarded").pushback()).isEmpty();
    }

    @Test
    void retriesAreNotWelcomeWhenManyAreMadeAlready() {
        server.order(94, "ok");
        server.order(5, "ok", ATTEMPTS, "1");
        assertNoRetry(server.order("overloaded"), Status.Code.UNAVAILABLE);
    }

    @Test
    void retriesAreNotWelcomeWhenHalfIsRejected() {
        server.order(50, "ok");
        server.order(49, "overloaded");
        assertNoRetry(server.order("used-up"), Status.Code.RESOURCE_EXHAUSTED);

        server.forget();
        assertThat(server.order("overloaded").millis()).isNotNegative();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void countsEachCallOnce(MethodDescriptor<OrderRequest, OrderReply> method) {
        double all = server.requests();
        double retries = server.requests("2");
        assertThat(call(method, "ok").text()).isEqualTo("fine");
        assertThat(call(method, "ok", ATTEMPTS, "2").text()).isEqualTo("fine");
        assertThat(server.requests()).isEqualTo(all + 2);
        assertThat(server.requests("2")).isEqualTo(retries + 1);
    }

    @ParameterizedTest
    @MethodSource("methods")
    void rejectsCallsOfEachKind(MethodDescriptor<OrderRequest, OrderReply> method) {
        double before = server.rejections(RETRYABLE);
        Reply reply = call(method, "overloaded");
        assertThat(reply.code()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(reply.millis()).isBetween(500, 1_500);
        assertThat(server.rejections(RETRYABLE)).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @MethodSource("methods")
    void aCallInARetriedCallMakesOneAttemptAndIsNotMarked(MethodDescriptor<OrderRequest, OrderReply> method) {
        Reply reply = call(method, "guarded", ATTEMPTS, "1");
        assertThat(server.bottom()).hasValue(1);
        assertThat(reply.code()).isEqualTo(Status.Code.UNKNOWN);
        assertThat(reply.pushback()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void whatIsUsedUpInsideKeepsItsStatusAndEndsTheRetriesOfTheCaller(
            MethodDescriptor<OrderRequest, OrderReply> method) {
        double before = server.rejections(NO_RETRY);
        Reply reply = call(method, "guarded");
        assertNoRetry(reply, Status.Code.UNKNOWN);
        assertThat(server.bottom()).hasValue(3);
        assertThat(server.rejections(NO_RETRY)).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "guarded-aborted, ABORTED",
        "guarded-unavailable, UNAVAILABLE",
        "guarded-renamed, FAILED_PRECONDITION",
        "without-budget-renamed, FAILED_PRECONDITION"
    })
    void everyOtherFailureOfACallKeepsItsStatus(String item, Status.Code code) {
        double before = server.rejections(NO_RETRY);
        assertNoRetry(server.order(item), code);
        assertThat(server.rejections(NO_RETRY)).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"without-budget", "without-budget-aborted"})
    void anOverloadInsideRejectsTheCall(String item) {
        double before = server.rejections(NO_RETRY);
        assertNoRetry(server.order(item), Status.Code.UNAVAILABLE);
        assertThat(server.bottom()).hasValue(1);
        assertThat(server.rejections(NO_RETRY)).isEqualTo(before + 1);
    }

    @Test
    void anOverloadOfTheApplicationThatIsUsedUpRejectsTheCall() {
        assertNoRetry(server.order("guarded-overload"), Status.Code.UNAVAILABLE);
        assertThat(server.bottom()).hasValue(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"handled", "handled-by-advice", "guarded-handled", "without-budget-handled"})
    void anExceptionHandlerOfTheApplicationWins(String item) {
        Reply reply = server.order(item);
        assertThat(reply.code()).isEqualTo(Status.Code.ALREADY_EXISTS);
        assertThat(reply.status().getDescription()).isEqualTo("mine");
        assertThat(reply.pushback()).isEmpty();
    }

    @Test
    void aFailureThatWasDealtWithSaysNothing() {
        assertThat(server.order("guarded-caught").text()).isEqualTo("mine");

        Reply reply = server.order("guarded-caught-unavailable");
        assertThat(reply.status().getDescription()).isEqualTo("mine");
        assertThat(reply.millis()).isNotNegative();
    }

    @Test
    void aCallerThatHasStoppedWaitingIsRejectedBeforeTheHandler() {
        double before = server.rejections(NO_RETRY);
        assertNoRetry(server.order("ok", "retry-attempt", "1;max=3;ttl=0"), Status.Code.DEADLINE_EXCEEDED);
        assertThat(server.bottom()).hasValue(0);
        assertThat(server.rejections(NO_RETRY)).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @MethodSource("methods")
    void theDeadlineOfACallLimitsTheCallsInIt(MethodDescriptor<OrderRequest, OrderReply> method) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.SECONDS);
        Reply reply = ShopServer.call(server.channel(), method, "guarded-remaining", options, ShopServer.metadata());
        assertThat(Integer.parseInt(reply.text())).isBetween(10_000, 20_000);

        assertNoRetry(
                ShopServer.call(server.channel(), method, "guarded-late", options, ShopServer.metadata()),
                Status.Code.UNKNOWN);
        assertThat(server.bottom()).hasValue(1);
    }

    @Test
    void threadsAreInNoCallAfterwards() {
        server.order(20, "guarded", ATTEMPTS, "1");
        server.bottom().set(0);
        server.order(20, "guarded");
        assertThat(server.bottom()).hasValue(60);
    }

    static void assertNoRetry(Reply reply, Status.Code code) {
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.pushback()).containsExactly("-1");
    }
}
