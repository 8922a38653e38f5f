package io.backoff.rewrite.resilience4j;

import io.backoff.rewrite.policy.PolicySettings;
import java.util.List;

/** Translates lists of exceptions into the fields of a policy. */
final class Failures {

    private static final String CAUSES = "matches causes too, which Resilience4j does not look at";

    private Failures() {}

    static PolicySettings add(PolicySettings settings, InstanceConfig config) {
        List<String> retried = config.classes("retryexceptions").stream()
                .map(Failures::withoutErrors)
                .distinct()
                .toList();
        PolicySettings changed =
                retried.isEmpty() ? settings.with("retry-on", "java.lang.Exception") : retryOnly(settings, retried);
        List<String> ignored = config.classes("ignoreexceptions");
        return ignored.isEmpty() ? changed : changed.with("abort-on", ignored).commented("abort-on", CAUSES);
    }

    private static PolicySettings retryOnly(PolicySettings settings, List<String> retried) {
        PolicySettings changed = settings.with("retry-on", retried);
        return retried.contains("java.lang.Exception") ? changed : changed.commented("retry-on", CAUSES);
    }

    /**
     * Returns the given class, or {@code Exception} instead of {@code Throwable}. Resilience4j does not retry errors,
     * even if they are listed.
     */
    private static String withoutErrors(String type) {
        if (type.equals("java.lang.Throwable")) {
            return "java.lang.Exception";
        }
        if (type.contains("${")) {
            throw Unsupported.placeholder("retry-exceptions");
        }
        if (type.matches("java\\.lang\\.\\w*Error")) {
            throw Unsupported.setting("Resilience4j lists '" + type + "' but does not retry errors");
        }
        return type;
    }
}
