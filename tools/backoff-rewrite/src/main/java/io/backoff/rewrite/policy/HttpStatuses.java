package io.backoff.rewrite.policy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the HTTP statuses of exceptions: in a policy, a status decides and not the class of the exception. */
public final class HttpStatuses {

    /** What {@link BasePolicy} has. */
    public static final String ALL = "400-599";

    private static final String CLIENT = "400-499";
    private static final String SERVER = "500-599";
    private static final String WEB_CLIENT = "org.springframework.web.client.";
    private static final String REACTIVE_CLIENT = "org.springframework.web.reactive.function.client.";
    private static final String FEIGN = "feign.FeignException";

    /** The exceptions that have a status of one kind. */
    private static final Map<String, String> KINDS = Map.of(
            WEB_CLIENT + "HttpClientErrorException", CLIENT,
            WEB_CLIENT + "HttpServerErrorException", SERVER,
            FEIGN + "$FeignClientException", CLIENT,
            FEIGN + "$FeignServerException", SERVER);

    /** The nested classes of these have one status each. */
    private static final List<String> NESTING = List.of(
            WEB_CLIENT + "HttpClientErrorException$",
            WEB_CLIENT + "HttpServerErrorException$",
            REACTIVE_CLIENT + "WebClientResponseException$",
            FEIGN + "$");

    private static final Map<String, String> CODES = Map.ofEntries(
            Map.entry("BadRequest", "400"),
            Map.entry("Unauthorized", "401"),
            Map.entry("Forbidden", "403"),
            Map.entry("NotFound", "404"),
            Map.entry("MethodNotAllowed", "405"),
            Map.entry("NotAcceptable", "406"),
            Map.entry("Conflict", "409"),
            Map.entry("Gone", "410"),
            Map.entry("UnsupportedMediaType", "415"),
            Map.entry("UnprocessableEntity", "422"),
            Map.entry("UnprocessableContent", "422"),
            Map.entry("TooManyRequests", "429"),
            Map.entry("InternalServerError", "500"),
            Map.entry("NotImplemented", "501"),
            Map.entry("BadGateway", "502"),
            Map.entry("ServiceUnavailable", "503"),
            Map.entry("GatewayTimeout", "504"));

    /** Exceptions of these packages have no status, and none is their cause. */
    private static final List<String> WITHOUT = List.of(
            "java.",
            "javax.",
            "jakarta.persistence.",
            "org.springframework.dao.",
            "org.springframework.jdbc.",
            "org.springframework.orm.",
            "org.hibernate.",
            WEB_CLIENT + "ResourceAccessException",
            REACTIVE_CLIENT + "WebClientRequestException",
            "io.github.resilience4j.");

    /** Superclasses of exceptions that have a status. */
    private static final Set<String> ABOVE =
            Set.of("java.lang.RuntimeException", "java.lang.Exception", "java.lang.Throwable");

    private HttpStatuses() {}

    /** Returns the statuses of the exceptions; all, if one of them may have any, or may be caused by one that has. */
    public static String of(List<String> exceptions) {
        var statuses = new LinkedHashSet<String>();
        exceptions.forEach(each -> statuses.add(of(each)));
        statuses.remove("");
        if (statuses.contains(ALL) || statuses.containsAll(List.of(CLIENT, SERVER))) {
            return ALL;
        }
        return statuses.isEmpty() ? "[]" : String.join(", ", statuses);
    }

    private static String of(String exception) {
        if (KINDS.containsKey(exception)) {
            return KINDS.get(exception);
        }
        if (NESTING.stream().anyMatch(exception::startsWith)) {
            return CODES.getOrDefault(exception.substring(exception.lastIndexOf('$') + 1), ALL);
        }
        boolean without = !ABOVE.contains(exception) && WITHOUT.stream().anyMatch(exception::startsWith);
        return without ? "" : ALL;
    }
}
