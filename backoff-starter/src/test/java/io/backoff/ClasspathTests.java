package io.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** The class path of an application that has the starter alone: no optional dependency of any module. */
class ClasspathTests {

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
        Path root = Path.of(System.getProperty("basedir", ".")).resolve("..");
        List<String> optional = new ArrayList<>(optionalDependencies(root.resolve("backoff-autoconfigure")));
        try (Stream<Path> modules = Files.list(root.resolve("modules"))) {
            for (Path module : modules.filter(
                            each -> each.getFileName().toString().startsWith("backoff-"))
                    .toList()) {
                optional.addAll(optionalDependencies(module));
            }
        }
        return optional.stream().distinct();
    }

    private static List<String> optionalDependencies(Path module) throws Exception {
        Document pom = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(module.resolve("pom.xml").toFile());
        return elements(pom.getDocumentElement(), "dependency")
                .filter(dependency -> elements(dependency, "optional").findAny().isPresent())
                .flatMap(dependency -> elements(dependency, "artifactId").limit(1))
                .map(Element::getTextContent)
                .toList();
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
