package io.backoff.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.config.FeatureModule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.core.io.UrlResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.json.JsonMapper;

/** The table of the properties that need a module matches the metadata of all modules. */
class ModuleKeysTests {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String MODULE = "META-INF/backoff-module.properties";
    private static final String AUTOCONFIGURE = "backoff-autoconfigure";
    private static final ClassLoader LOADER = ModuleKeysTests.class.getClassLoader();

    private record Property(String name, String artifact) {}

    @ParameterizedTest
    @MethodSource
    void containEachPropertyOfAModule(String property, String artifact) {
        assertThat(artifacts(property)).contains(artifact);
    }

    static Stream<Arguments> containEachPropertyOfAModule() throws IOException {
        return properties().stream()
                .filter(each -> !each.artifact.equals(AUTOCONFIGURE))
                .map(each -> arguments(each.name, each.artifact));
    }

    /** Modules share their records, which are not in any of them. */
    @ParameterizedTest
    @MethodSource
    void containEachPropertyOfHttp(String property) {
        assertThat(artifacts(property)).contains("backoff-http");
    }

    static Stream<String> containEachPropertyOfHttp() throws IOException {
        return properties().stream().map(Property::name).filter(each -> each.startsWith("backoff.http."));
    }

    @Test
    void containNothingElse() throws IOException {
        List<String> known = properties().stream().map(Property::name).toList();

        assertThat(FeatureModule.KEYS.stream().flatMap(FeatureModule.Keys::names))
                .extracting(ConfigurationPropertyName::toString)
                .isSubsetOf(known)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void areThoseOfModulesThatExist(FeatureModule module) throws IOException {
        assertThat(module.isPresent()).isTrue();
        assertThat(Collections.list(LOADER.getResources(MODULE)))
                .extracting(ModuleKeysTests::artifact)
                .contains(module.artifact());
    }

    /** A misspelt class would be missing in each application. */
    @Test
    void needLibrariesThatExist() {
        assertThat(MissingLibraries.types()).hasSizeGreaterThan(5).allMatch(type -> ClassUtils.isPresent(type, LOADER));
    }

    private static List<String> artifacts(String property) {
        return FeatureModule.KEYS.stream()
                .filter(keys -> keys.names().anyMatch(each -> each.toString().equals(property)))
                .flatMap(keys -> keys.modules().stream())
                .map(FeatureModule::artifact)
                .toList();
    }

    private static List<Property> properties() throws IOException {
        return Collections.list(LOADER.getResources(MODULE)).stream()
                .flatMap(ModuleKeysTests::properties)
                .filter(each -> each.name.startsWith("backoff."))
                .toList();
    }

    private static Stream<Property> properties(URL module) {
        Resource metadata =
                new DefaultResourceLoader().getResource(module.toString().replace(MODULE, METADATA));
        if (!metadata.exists()) {
            return Stream.empty();
        }
        try (InputStream json = metadata.getInputStream()) {
            return StreamSupport.stream(
                            JsonMapper.shared()
                                    .readTree(json)
                                    .path("properties")
                                    .spliterator(),
                            false)
                    .map(each -> new Property(each.path("name").asString(), artifact(module)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String artifact(URL module) {
        try {
            return PropertiesLoaderUtils.loadProperties(new UrlResource(module)).getProperty("artifact");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
