package io.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Proves that the Surefire execution {@code without-optional-dependencies} runs without them. */
class ClasspathWithoutOptionalTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.micrometer.core.instrument.MeterRegistry",
                "org.springframework.boot.actuate.endpoint.annotation.Endpoint",
                "org.springframework.boot.health.contributor.HealthIndicator",
                "org.springframework.web.client.RestClient",
                "jakarta.servlet.Filter"
            })
    void optionalClassesAreAbsent(String className) {
        assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> Class.forName(className));
    }

    /** Fails for an optional dependency that was added to pom.xml but not to the list of exclusions. */
    @ParameterizedTest
    @MethodSource("optionalDependencies")
    void optionalJarsAreAbsent(String artifactId) {
        assertThat(jars()).noneMatch(jar -> jar.matches(artifactId + "-\\d.*"));
    }

    @Test
    void springItselfIsPresent() {
        assertThat(jars()).anyMatch(jar -> jar.matches("spring-context-\\d.*"));
    }

    static Stream<String> optionalDependencies() throws Exception {
        Document pom = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of("pom.xml").toFile());
        return elements(pom.getDocumentElement(), "dependency")
                .filter(dependency -> elements(dependency, "optional").findAny().isPresent())
                .flatMap(dependency -> elements(dependency, "artifactId").limit(1))
                .map(Element::getTextContent);
    }

    private static Stream<Element> elements(Element parent, String name) {
        var found = parent.getElementsByTagName(name);
        return IntStream.range(0, found.getLength()).mapToObj(found::item).map(Element.class::cast);
    }

    private static List<String> jars() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).getFileName().toString())
                .toList();
    }
}
