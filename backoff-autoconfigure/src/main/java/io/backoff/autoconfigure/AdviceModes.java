package io.backoff.autoconfigure;

import io.backoff.aop.Weaving;
import org.jspecify.annotations.Nullable;

/** Refuses a mode that nothing would carry out. */
final class AdviceModes {

    private static final String PROPERTY = "backoff.advice-mode";

    private AdviceModes() {}

    /** Refuses woven mode without AspectJ. */
    static void check(AdviceMode mode, @Nullable Weaving weaving, PropertyOrigins origins) {
        if (mode == AdviceMode.ASPECTJ && weaving == null) {
            throw new InvalidPropertyException(
                    PROPERTY,
                    Text.of(mode),
                    origins.of(PROPERTY),
                    "it needs AspectJ, which is not on the class path",
                    "Add the dependency org.aspectj:aspectjweaver, or for code that was woven when it was compiled "
                            + "org.aspectj:aspectjrt; or use 'proxy'.");
        }
    }
}
