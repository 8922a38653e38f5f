package io.backoff.autoconfigure;

import io.backoff.config.AdviceMode;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.PropertyFormat;
import io.backoff.config.WrittenProperties;
import io.backoff.method.Weaving;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.AotDetector;

/** Rejects an advice mode that does not work in the application. */
final class AdviceModeCheck {

    private static final String PROPERTY = "backoff.advice-mode";

    private static final String BUILD_AGAIN =
            "Set the property when the application is built, or start it without -Dspring.aot.enabled=true.";
    private static final String ADD_ASPECTJ =
            "Add the dependency org.aspectj:aspectjweaver, or org.aspectj:aspectjrt for code "
                    + "that is woven when it is compiled; or use 'proxy'.";

    private AdviceModeCheck() {}

    /**
     * Rejects mode {@code aspectj} if AspectJ is not on the class path. If the application was built ahead of time,
     * rejects every mode other than the one that was set at build time.
     */
    static void check(AdviceMode mode, @Nullable Weaving weaving, WrittenProperties written) {
        AdviceMode actual = weaving == null ? AdviceMode.PROXY : AdviceMode.ASPECTJ;
        if (mode != actual && AotDetector.useGeneratedArtifacts()) {
            String reason = "the application was built ahead of time with '" + PropertyFormat.of(actual) + "'";
            throw rejection(mode, written, reason, BUILD_AGAIN);
        }
        if (mode == AdviceMode.ASPECTJ && weaving == null) {
            throw rejection(mode, written, "it needs AspectJ, which is not on the class path", ADD_ASPECTJ);
        }
    }

    private static InvalidPropertyException rejection(
            AdviceMode mode, WrittenProperties written, String reason, String remedy) {
        return new InvalidPropertyException(
                PROPERTY, PropertyFormat.of(mode), written.origin(PROPERTY), reason, remedy);
    }
}
