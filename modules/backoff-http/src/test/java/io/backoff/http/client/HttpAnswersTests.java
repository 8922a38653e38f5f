package io.backoff.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.protobuf.Empty;
import feign.Feign;
import feign.FeignException;
import feign.Request;
import feign.Response;
import feign.codec.DecodeException;
import feign.codec.Decoder;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.classify.CalleeStatus;
import io.backoff.classify.Exclusion.UnlistedStatus;
import io.backoff.classify.FailureClassifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.backoff.policy.BackoffPolicies;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Applications;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.io.StringReader;
import java.net.SocketException;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.json.JsonMapper;

class HttpAnswersTests {

    private final ApplicationContextRunner context = Applications.with(
                    BackoffAutoConfiguration.class, BackoffHttpClientAutoConfiguration.class)
            .withBean(FakeTime.class);

    @ParameterizedTest
    @MethodSource("clients")
    void judgesByStatus(BiFunction<Integer, HttpHeaders, RuntimeException> client) {
        HttpHeaders none = new HttpHeaders();
        assertThat(classify(client.apply(503, none))).isEqualTo(Verdict.retry(RetryCause.HTTP_5XX));
        assertThat(classify(client.apply(429, none))).isEqualTo(Verdict.retry(RetryCause.THROTTLED));
        assertThat(classify(client.apply(404, none)).excluded())
                .isEqualTo(new UnlistedStatus(new CalleeStatus.Http(404)));
        assertThat(classify(client.apply(302, none)).excluded())
                .isEqualTo(new UnlistedStatus(new CalleeStatus.Http(302)));
    }

    @ParameterizedTest
    @MethodSource("clients")
    void findsTheHintOfTheCallee(BiFunction<Integer, HttpHeaders, RuntimeException> client) {
        HttpHeaders headers = new HttpHeaders();
        headers.set("retry-after", "7");
        assertThat(classify(client.apply(503, headers)).retryAfter()).isEqualTo(Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @MethodSource("clients")
    void knowsThatAmazonThrottles(BiFunction<Integer, HttpHeaders, RuntimeException> client) {
        HttpHeaders headers = new HttpHeaders();
        assertThat(throttled(client.apply(400, headers))).isNull();
        headers.set("X-Amz-Retry-After", "700");
        assertThat(throttled(client.apply(400, headers))).isEqualTo(Duration.ofMillis(700));
        assertThat(throttled(client.apply(503, headers))).isEqualTo(Duration.ofMillis(700));
    }

    @ParameterizedTest
    @MethodSource("clients")
    void looksIntoCauses(BiFunction<Integer, HttpHeaders, RuntimeException> client) {
        RuntimeException notFound = client.apply(404, new HttpHeaders());
        assertThat(classify(new CompletionException(new IllegalStateException(notFound)))
                        .excluded())
                .isEqualTo(new UnlistedStatus(new CalleeStatus.Http(404)));
    }

    @Test
    void recognizesARequestInProgressInAnErrorResponse() {
        ProblemDetail problem = ProblemDetail.forStatus(409);
        ErrorResponseException failure = new ErrorResponseException(HttpStatusCode.valueOf(409), problem, null);
        assertThat(classify(failure).kind()).isEqualTo(Verdict.Kind.NOT_RETRYABLE);
        problem.setType(URI.create("urn:problem:backoff:idempotency-in-progress"));
        assertThat(classify(failure).kind()).isEqualTo(Verdict.Kind.RETRY);
    }

    @Test
    void leavesFeignFailuresWithoutResponseToTheirType() {
        Request request = Request.create(
                Request.HttpMethod.GET, "http://localhost", Map.of(), null, StandardCharsets.UTF_8, null);
        FeignException noResponse = new FeignException.FeignClientException(-1, "no answer", request, null, Map.of());
        assertThat(classify(noResponse)).isEqualTo(Verdict.retry(RetryCause.OTHER));
    }

    /** An application may treat "accepted, not ready" as a failure. */
    @ParameterizedTest
    @MethodSource("clients")
    void knowsStatusesOfSuccess(BiFunction<Integer, HttpHeaders, RuntimeException> client) {
        assertThat(classify(client.apply(202, new HttpHeaders())).excluded())
                .isEqualTo(new UnlistedStatus(new CalleeStatus.Http(202)));
    }

    /** Its status says that the request succeeded, but the caller has no response. */
    @ParameterizedTest
    @MethodSource
    void leavesFeignResponsesThatBreakOffToTheirCause(Decoder decoder, Verdict.Kind kind) {
        Client.Callee callee = Feign.builder()
                .decoder(decoder)
                .client((request, options) -> Response.builder()
                        .status(200)
                        .request(request)
                        .body(broken(), 4)
                        .build())
                .target(Client.Callee.class, "http://localhost");
        Throwable failure = catchThrowable(callee::get);
        assertThat(failure)
                .isInstanceOfSatisfying(
                        FeignException.class,
                        response -> assertThat(response.status()).isEqualTo(200));
        assertThat(classify(failure).kind()).isEqualTo(kind);
    }

    static Stream<Arguments> leavesFeignResponsesThatBreakOffToTheirCause() {
        Decoder plain = new Decoder.Default();
        Decoder wrapping = (response, type) -> {
            try {
                return response.body().asInputStream().readAllBytes();
            } catch (IOException broken) {
                throw new IllegalStateException("Error while extracting response", broken);
            }
        };
        Decoder malformed = (response, type) -> {
            throw new DecodeException(200, "malformed", response.request(), new IllegalArgumentException("no JSON"));
        };
        Decoder invalidAddress = (response, type) -> JsonMapper.shared().readValue("[\"nohttp\"]", URL[].class);
        Decoder listThatBreaksOff = (response, type) -> new com.fasterxml.jackson.databind.ObjectMapper()
                .readValue(
                        new SequenceInputStream(new ByteArrayInputStream(new byte[] {'['}), broken()), String[].class);
        Decoder unknownHost = (response, type) -> {
            throw new com.fasterxml.jackson.databind.JsonMappingException(
                    null, "host", new UnknownHostException("no.host"));
        };
        // As Jackson reports an I/O failure that its XML parser has wrapped.
        Decoder xml2 = (response, type) -> {
            throw new com.fasterxml.jackson.core.JsonParseException(null, "reset", new SocketException("reset"));
        };
        Decoder xml3 = (response, type) -> {
            throw new StreamReadException(null, "reset", new SocketException("reset"));
        };
        Decoder noText = (response, type) -> {
            throw new MalformedInputException(1);
        };
        return Stream.of(
                Arguments.of(plain, Verdict.Kind.RETRY),
                Arguments.of(wrapping, Verdict.Kind.RETRY),
                // Feign's default client takes a body that breaks off for a complete one. Only the parser misses the
                // rest.
                Arguments.of(jackson2("{\"orders\": ["), Verdict.Kind.RETRY),
                Arguments.of(jackson3("{\"orders\": ["), Verdict.Kind.RETRY),
                Arguments.of(gson(new StringReader("{\"orders\": [")), Verdict.Kind.RETRY),
                Arguments.of(gson(new InputStreamReader(broken())), Verdict.Kind.RETRY),
                Arguments.of(gson(new StringReader("{\"orders\" 1}")), Verdict.Kind.NOT_RETRYABLE),
                Arguments.of(listThatBreaksOff, Verdict.Kind.RETRY),
                Arguments.of(unknownHost, Verdict.Kind.NOT_RETRYABLE),
                Arguments.of((Decoder) (response, type) -> Empty.parser().parseFrom(broken()), Verdict.Kind.RETRY),
                Arguments.of(jackson2("{\"orders\" 1}"), Verdict.Kind.NOT_RETRYABLE),
                Arguments.of(jackson3("{\"orders\" 1}"), Verdict.Kind.NOT_RETRYABLE),
                Arguments.of(invalidAddress, Verdict.Kind.NOT_RETRYABLE),
                Arguments.of((Decoder) (response, type) -> Empty.parseFrom(new byte[] {0}), Verdict.Kind.NOT_RETRYABLE),
                // Plain text, whose first byte is no valid start of a field.
                Arguments.of(
                        (Decoder) (response, type) -> Empty.parseFrom("ok".getBytes(StandardCharsets.UTF_8)),
                        Verdict.Kind.NOT_RETRYABLE),
                Arguments.of(xml2, Verdict.Kind.RETRY),
                Arguments.of(xml3, Verdict.Kind.RETRY),
                Arguments.of(noText, Verdict.Kind.NOT_RETRYABLE),
                Arguments.of(malformed, Verdict.Kind.NOT_RETRYABLE));
    }

    private static Decoder jackson2(String body) {
        return (response, type) -> {
            try (var parser = new com.fasterxml.jackson.core.JsonFactory().createParser(body)) {
                while (parser.nextToken() != null) {
                    // Reads to the end.
                }
                return body;
            }
        };
    }

    private static InputStream broken() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("reset");
            }
        };
    }

    private static Decoder gson(Reader body) {
        return (response, type) -> new Gson().fromJson(body, JsonObject.class);
    }

    private static Decoder jackson3(String body) {
        return (response, type) -> JsonMapper.shared().readTree(body);
    }

    @Test
    void worksWithoutAnyHttpClient() {
        context.withClassLoader(new FilteredClassLoader("org.springframework.web", "feign"))
                .run(running -> assertThat(running).hasNotFailed());
    }

    private Verdict classify(Throwable failure) {
        return ask(classifier -> classifier.classify(failure));
    }

    private @Nullable Duration throttled(Throwable failure) {
        return ask(classifier -> classifier.throttled(failure));
    }

    private <T extends @Nullable Object> T ask(Function<FailureClassifier, T> question) {
        List<T> answer = new ArrayList<>();
        context.run(running -> answer.add(question.apply(
                running.getBean(BackoffPolicies.class).get("default").classifier())));
        return answer.get(0);
    }

    static Stream<Arguments> clients() {
        BiFunction<Integer, HttpHeaders, RuntimeException> restClient = (status, headers) ->
                new RestClientResponseException("x", HttpStatusCode.valueOf(status), "x", headers, null, null);
        BiFunction<Integer, HttpHeaders, RuntimeException> webClient =
                (status, headers) -> WebClientResponseException.create(status, "x", headers, new byte[0], null);
        BiFunction<Integer, HttpHeaders, RuntimeException> feign = HttpAnswersTests::feignFailure;
        BiFunction<Integer, HttpHeaders, RuntimeException> errorResponse = HttpAnswersTests::errorResponse;
        return Stream.of(restClient, webClient, feign, errorResponse).map(Arguments::of);
    }

    private static FeignException feignFailure(int status, HttpHeaders headers) {
        Request request = Request.create(
                Request.HttpMethod.GET, "http://localhost", Map.of(), null, StandardCharsets.UTF_8, null);
        Map<String, Collection<String>> all = new HashMap<>();
        headers.forEach((name, values) -> all.put(name, List.copyOf(values)));
        Response response =
                Response.builder().status(status).request(request).headers(all).build();
        return FeignException.errorStatus("call", response);
    }

    private static ErrorResponseException errorResponse(int status, HttpHeaders headers) {
        ErrorResponseException failure =
                new ErrorResponseException(HttpStatusCode.valueOf(status), ProblemDetail.forStatus(status), null);
        failure.getHeaders().putAll(headers);
        return failure;
    }
}
