package io.backoff.rewrite.springretry;

import static java.util.Map.entry;

import io.backoff.rewrite.java.CannotMigrateException;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/**
 * Finds the statuses that a policy has to retry, since {@code retry-on} does not apply to a failure with an HTTP status:
 * those of the exceptions of clients that {@code retryFor} names.
 */
final class HttpStatuses {

    /** What the base policy has. */
    private static final String ALL = "400-599";

    private static final Map<String, String> CLASSES = Map.ofEntries(
            entry("java.lang.Throwable", ALL),
            entry("java.lang.Exception", ALL),
            entry("java.lang.RuntimeException", ALL),
            entry("org.springframework.core.NestedRuntimeException", ALL),
            entry("org.springframework.web.client.RestClientException", ALL),
            entry("org.springframework.web.client.RestClientResponseException", ALL),
            entry("org.springframework.web.client.HttpStatusCodeException", ALL),
            entry("org.springframework.web.client.HttpClientErrorException", "400-499"),
            entry("org.springframework.web.client.HttpServerErrorException", "500-599"),
            entry("org.springframework.web.reactive.function.client.WebClientException", ALL),
            entry("org.springframework.web.reactive.function.client.WebClientResponseException", ALL),
            entry("feign.FeignException", ALL),
            entry("feign.FeignException$FeignClientException", "400-499"),
            entry("feign.FeignException$FeignServerException", "500-599"));

    private static final Map<String, String> NESTED = Map.ofEntries(
            entry("BadRequest", "400"),
            entry("Unauthorized", "401"),
            entry("Forbidden", "403"),
            entry("NotFound", "404"),
            entry("MethodNotAllowed", "405"),
            entry("NotAcceptable", "406"),
            entry("Conflict", "409"),
            entry("Gone", "410"),
            entry("UnsupportedMediaType", "415"),
            entry("UnprocessableEntity", "422"),
            entry("UnprocessableContent", "422"),
            entry("TooManyRequests", "429"),
            entry("InternalServerError", "500"),
            entry("NotImplemented", "501"),
            entry("BadGateway", "502"),
            entry("ServiceUnavailable", "503"),
            entry("GatewayTimeout", "504"));

    private static final List<String> WITH_STATUS = List.of(
            "org.springframework.web.client.RestClientResponseException",
            "org.springframework.web.reactive.function.client.WebClientResponseException",
            "org.springframework.web.ErrorResponseException",
            "feign.FeignException",
            "io.grpc.StatusRuntimeException",
            "io.grpc.StatusException");

    private HttpStatuses() {}

    static PolicySettings add(PolicySettings settings, List<JavaType.FullyQualified> retried) {
        Set<String> statuses = new TreeSet<>();
        retried.forEach(each -> statuses.addAll(of(each)));
        if (statuses.contains(ALL)) {
            return settings;
        }
        return statuses.isEmpty()
                ? settings.with("retry-on-status", "[]")
                        .commented(
                                "retry-on-status",
                                "a failure that has an HTTP status, or that one has caused, is not retried")
                : settings.with("retry-on-status", statuses);
    }

    private static Set<String> of(JavaType.FullyQualified type) {
        String name = type.getFullyQualifiedName();
        if (CLASSES.containsKey(name)) {
            return Set.of(CLASSES.get(name));
        }
        if (WITH_STATUS.stream().noneMatch(each -> TypeUtils.isAssignableTo(each, type))) {
            return Set.of();
        }
        String nested = NESTED.get(name.substring(name.lastIndexOf('$') + 1));
        if (nested == null || !name.contains("$")) {
            throw new CannotMigrateException(
                    "the status decides whether '" + type.getClassName() + "' is retried: see 'retry-on-status'",
                    "annotations");
        }
        return Set.of(nested);
    }
}
