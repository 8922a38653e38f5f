package io.backoff.client;

import io.backoff.config.NeedsLibrary;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The requests that this application makes.
 *
 * @param enabled Whether requests of guarded calls carry headers, and whether disable-client-retries applies.
 * @param attemptHeader Which requests carry a Retry-Attempt header. Only requests made in guarded calls, or while serving another request, can carry it. With 'never', gRPC calls also carry no grpc-previous-rpc-attempts.
 * @param disableClientRetries Whether the built-in retries of Apache HttpClient and of gRPC are disabled.
 * @param groups Policies for the clients of HTTP service groups, by group name.
 * @param idempotencyKey Whether POST and PATCH requests of a guarded call carry an Idempotency-Key that stays the same across attempts.
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
