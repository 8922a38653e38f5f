package io.backoff.server;

import io.backoff.config.InvalidPropertyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.env.Environment;

/** Converts and validates the properties {@code backoff.http.server.*}. */
final class ServerSettings {

    private static final String PREFIX = "backoff.http.server.";

    private final ServerProperties properties;
    private final Environment environment;

    ServerSettings(ServerProperties properties, Environment environment) {
        this.properties = properties;
        this.environment = environment;
    }

    Duration window() {
        Duration window = properties.window();
        if (window.isNegative() || window.isZero()) {
            throw invalid("window", window, "it must be more than 0", "Use a few seconds, such as 10s.");
        }
        return window;
    }

    Thresholds thresholds() {
        return new Thresholds(
                share("no-retry-share", properties.noRetryShare()),
                share("no-retry-rejection-ratio", properties.noRetryRejectionRatio()));
    }

    TrustedProxies trusted() {
        List<TrustedProxies.Range> ranges = new ArrayList<>();
        for (int i = 0; i < properties.trusted().size(); i++) {
            ranges.add(range(i, properties.trusted().get(i)));
        }
        return new TrustedProxies(List.copyOf(ranges));
    }

    private TrustedProxies.Range range(int index, String text) {
        try {
            return TrustedProxies.Range.parse(text);
        } catch (IllegalArgumentException malformed) {
            throw invalid(
                    "trusted[" + index + "]",
                    text,
                    String.valueOf(malformed.getMessage()),
                    "Write addresses such as 192.0.2.7 or ranges such as 10.0.0.0/8 and fc00::/7.");
        }
    }

    private double share(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw invalid(name, value, "it must be between 0 and 1", "Use 0.05 for one in twenty.");
        }
        return value;
    }

    private InvalidPropertyException invalid(String name, Object value, String reason, String remedy) {
        return InvalidPropertyException.of(environment, PREFIX + name, value, reason, remedy);
    }
}
