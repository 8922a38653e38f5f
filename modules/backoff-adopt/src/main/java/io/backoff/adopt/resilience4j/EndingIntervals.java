package io.backoff.adopt.resilience4j;

import io.github.resilience4j.common.CompositeCustomizer;
import io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer;
import io.github.resilience4j.core.IntervalBiFunction;
import io.github.resilience4j.retry.RetryConfig;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Customizes every configured instance, so that Backoff can end the instance's calls. The customizers of the
 * application run first.
 */
final class EndingIntervals extends CompositeCustomizer<RetryConfigCustomizer> {

    private final CompositeCustomizer<RetryConfigCustomizer> configured;

    /**
     * Creates the customizers.
     *
     * @param configured the customizers of the application
     */
    EndingIntervals(CompositeCustomizer<RetryConfigCustomizer> configured) {
        super(List.of());
        this.configured = configured;
    }

    @Override
    public Optional<RetryConfigCustomizer> getCustomizer(String instance) {
        Optional<RetryConfigCustomizer> own = configured.getCustomizer(instance);
        return Optional.of(RetryConfigCustomizer.of(instance, builder -> {
            // The builder may start from a base configuration whose interval function is already wrapped. That function
            // is unwrapped first, because the application's customizers may expect their own function.
            uncover(builder);
            own.ifPresent(customizer -> customizer.customize(builder));
            customize(builder);
        }));
    }

    @Override
    public Set<String> instanceNames() {
        return configured.instanceNames();
    }

    @SuppressWarnings({"rawtypes", "unchecked"}) // The library's customizer takes raw builders.
    private static void uncover(RetryConfig.Builder builder) {
        if (builder.build().getIntervalBiFunction() instanceof EndingInterval<?> ending) {
            builder.intervalBiFunction(ending.configured());
        }
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private static void customize(RetryConfig.Builder builder) {
        IntervalBiFunction<Object> interval = builder.build().getIntervalBiFunction();
        if (!(interval instanceof EndingInterval)) {
            builder.intervalBiFunction(new EndingInterval<>(interval));
        }
    }
}
