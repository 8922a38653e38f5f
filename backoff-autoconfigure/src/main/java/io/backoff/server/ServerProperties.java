package io.backoff.server;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The handling of incoming requests.
 *
 * @param enabled Whether incoming requests are counted by attempt, and rejected callers learn whether they may retry.
 * @param trusted Addresses and address ranges of callers whose attempt and deadline headers are trusted, such as 10.0.0.0/8.
 * @param noRetryShare Share of retries among the requests, 0 to 1, from which an overloaded server forbids retries.
 * @param noRetryRejectionRatio Share of rejections among the requests, 0 to 1, from which an overloaded server forbids retries.
 * @param window Length of the sliding window over which both shares are computed.
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
