package io.backoff.rewrite.resilience4j;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Finds the HTTP statuses of exceptions: in a policy, a status decides and not the class of the exception. */
final class HttpStatuses {

    /** What the policy has that the others extend. */
    static final String ALL = "400-599";

    private static final String CLIENT = "400-499";
    private static final String SERVER = "500-599";
    private static final String WEB_CLIENT = "org.springframework.web.client.";

    private static final Map<String, String> KINDS = Map.ofEntries(
            Map.entry("java.lang.Exception", ALL),
            Map.entry("java.lang.RuntimeException", ALL),
            Map.entry("org.springframework.core.NestedRuntimeException", ALL),
            Map.entry("org.springframework.web.ErrorResponseException", ALL),
            Map.entry("org.springframework.web.server.ResponseStatusException", ALL),
            Map.entry(WEB_CLIENT + "RestClientException", ALL),
            Map.entry(WEB_CLIENT + "RestClientResponseException", ALL),
            Map.entry(WEB_CLIENT + "HttpStatusCodeException", ALL),
            Map.entry(WEB_CLIENT + "HttpClientErrorException", CLIENT),
            Map.entry(WEB_CLIENT + "HttpServerErrorException", SERVER),
            Map.entry("org.springframework.web.reactive.function.client.WebClientException", ALL),
            Map.entry("org.springframework.web.reactive.function.client.WebClientResponseException", ALL),
            Map.entry("feign.FeignException", ALL),
            Map.entry("feign.FeignException$FeignClientException", CLIENT),
            Map.entry("feign.FeignException$FeignServerException", SERVER));

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

    private HttpStatuses() {}

    /** Returns the statuses that the exceptions of clients among these have. */
    static String of(List<String> exceptions) {
        var statuses = new LinkedHashSet<String>();
        for (String each : exceptions) {
            statuses.add(of(each));
        }
        statuses.remove("");
        if (statuses.contains(ALL) || statuses.containsAll(List.of(CLIENT, SERVER))) {
            return ALL;
        }
        return statuses.isEmpty() ? "[]" : String.join(", ", new ArrayList<>(statuses));
    }

    private static String of(String exception) {
        int nested = exception.indexOf('$');
        String code = nested > 0 && isClient(exception) ? exception.substring(nested + 1) : "";
        return KINDS.getOrDefault(exception, CODES.getOrDefault(code, ""));
    }

    private static boolean isClient(String exception) {
        return exception.startsWith("org.springframework.web.") || exception.startsWith("feign.");
    }
}
