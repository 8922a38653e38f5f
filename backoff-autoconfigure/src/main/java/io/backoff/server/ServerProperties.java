package io.backoff.server;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The handling of incoming requests.
 *
 * @param enabled Whether to count incoming requests by attempt, and to tell rejected callers whether to retry.
 * @param trusted Addresses or ranges, such as 10.0.0.0/8, of callers whose attempt and deadline headers are trusted.
 * @param noRetryShare Lowest share of retries among requests, 0 to 1, at which rejected callers must not retry.
 * @param noRetryRejectionRatio Lowest share of rejected requests, 0 to 1, at which rejected callers must not retry.
 * @param window Time over which the shares of retries and rejections are computed.
 */
@ConfigurationProperties("backoff.http.server")
record ServerProperties(
        @DefaultValue("true") boolean enabled,

        @DefaultValue({
            "127.0.0.0/8",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "169.254.0.0/16",
            "::1",
            "fc00::/7",
            "fe80::/10"
        })
        List<String> trusted,

        @DefaultValue("0.045") double noRetryShare,
        @DefaultValue("0.5") double noRetryRejectionRatio,
        @DefaultValue("10s") Duration window) {}
