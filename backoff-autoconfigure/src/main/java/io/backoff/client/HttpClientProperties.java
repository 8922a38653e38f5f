package io.backoff.client;

import io.backoff.config.NeedsLibrary;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Requests that this application makes.
 *
 * @param enabled Whether requests carry the headers of guarded calls, and clients leave retrying to policies.
 * @param attemptHeader Which requests carry a Retry-Attempt header, if they are made in guarded calls or while a request is served. With never, gRPC calls carry no grpc-previous-rpc-attempts.
 * @param disableClientRetries Whether the built-in retries of Apache HttpClient and of gRPC are disabled.
 * @param groups Policies of the clients of HTTP service groups, by the name of the group.
 * @param idempotencyKey Whether POST and PATCH requests of a guarded call carry an Idempotency-Key, the same in each attempt.
 */
@ConfigurationProperties("backoff.http.client")
public record HttpClientProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("retries") AttemptHeaderMode attemptHeader,
        @DefaultValue("true") boolean disableClientRetries,

        @NeedsLibrary(
                type = "org.springframework.web.service.registry.HttpServiceProxyRegistry",
                dependency = "spring-boot-starter-restclient")
        @DefaultValue
        Map<String, GroupProperties> groups,

        @DefaultValue("false") boolean idempotencyKey) {}
