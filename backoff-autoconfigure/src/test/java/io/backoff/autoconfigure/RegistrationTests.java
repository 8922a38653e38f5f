package io.backoff.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import java.io.IOException;
import java.net.URL;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.UrlResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/** The classes that Spring Boot finds by name exist. */
class RegistrationTests {

    private static final ClassLoader LOADER = Backoff.class.getClassLoader();

    @ParameterizedTest
    @MethodSource("autoConfigurations")
    void resolvesAutoConfiguration(String name) throws ClassNotFoundException {
        assertThat(ClassUtils.forName(name, LOADER))
                .hasAnnotation(AutoConfiguration.class)
                .isPublic()
                .isFinal();
    }

    @ParameterizedTest
    @MethodSource("failureAnalyzers")
    void resolvesFailureAnalyzer(String name) throws ClassNotFoundException {
        Class<?> type = ClassUtils.forName(name, LOADER);
        assertThat(FailureAnalyzer.class).isAssignableFrom(type);
        assertThat(type).isPackagePrivate();
    }

    @Test
    void registersWhatItHas() {
        assertThat(autoConfigurations()).contains(BackoffAutoConfiguration.class.getName());
        assertThat(failureAnalyzers())
                .contains(
                        InvalidBackoffFailureAnalyzer.class.getName(),
                        "io.backoff.config.source.InvalidPropertyFailureAnalyzer",
                        UnknownPolicyFailureAnalyzer.class.getName());
    }

    static List<String> autoConfigurations() {
        return ImportCandidates.load(AutoConfiguration.class, LOADER).getCandidates().stream()
                .filter(RegistrationTests::isOurs)
                .toList();
    }

    static List<String> failureAnalyzers() {
        return LOADER.resources("META-INF/spring.factories")
                .map(RegistrationTests::load)
                .flatMap(factories -> entries(factories, FailureAnalyzer.class))
                .filter(RegistrationTests::isOurs)
                .toList();
    }

    private static boolean isOurs(String name) {
        return name.startsWith("io.backoff.");
    }

    private static Stream<String> entries(Properties factories, Class<?> key) {
        return StringUtils.commaDelimitedListToSet(factories.getProperty(key.getName())).stream();
    }

    private static Properties load(URL url) {
        try {
            return PropertiesLoaderUtils.loadProperties(new UrlResource(url));
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
