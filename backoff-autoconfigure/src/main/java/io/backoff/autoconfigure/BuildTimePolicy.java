package io.backoff.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.PropertyPlaceholderHelper;

/**
 * The exception classes and the {@code retry-on-result} expression of a policy, as far as they are known at build time.
 * The values are bound as text, and unresolvable placeholders are kept, because missing values may be set at run time.
 *
 * @param retryOn names of classes
 * @param abortOn names of classes
 * @param retryOnResult an expression
 */
record BuildTimePolicy(
        @DefaultValue List<String> retryOn,
        @DefaultValue List<String> abortOn,
        @DefaultValue("") String retryOnResult) {

    static Collection<BuildTimePolicy> all(ConfigurableEnvironment environment) {
        PropertyPlaceholderHelper lenient = new PropertyPlaceholderHelper("${", "}", ":", null, true);
        Binder binder = new Binder(
                ConfigurationPropertySources.get(environment),
                new PropertySourcesPlaceholdersResolver(environment.getPropertySources(), lenient));
        try {
            return binder.bind("backoff.policies", Bindable.mapOf(String.class, BuildTimePolicy.class))
                    .orElseGet(Map::of)
                    .values();
        } catch (BindException invalid) {
            return List.of(); // The application reports the invalid value at startup.
        }
    }

    Stream<String> classes() {
        return Stream.concat(retryOn.stream(), abortOn.stream());
    }
}
