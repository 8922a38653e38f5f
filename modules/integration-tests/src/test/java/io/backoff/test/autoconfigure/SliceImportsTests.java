package io.backoff.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;
import org.springframework.boot.webflux.test.autoconfigure.WebFluxTest;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.util.ClassUtils;

/** The auto-configurations that test annotations import. */
class SliceImportsTests {

    private static final String WEB = "io.backoff.http.server.BackoffHttpServerAutoConfiguration";

    @ParameterizedTest
    @ValueSource(
            classes = {
                RestClientTest.class,
                JdbcTest.class,
                DataJpaTest.class,
                WebMvcTest.class,
                WebFluxTest.class,
                AutoConfigureBackoff.class
            })
    void areImportedByTheAnnotation(Class<?> annotation) {
        assertThat(annotation).hasAnnotation(ImportAutoConfiguration.class);
        assertThat(imports(annotation))
                .doesNotHaveDuplicates()
                .allMatch(each -> ClassUtils.isPresent(each, getClass().getClassLoader()));
    }

    @ParameterizedTest
    @MethodSource("slices")
    void areTheSameInEachSlice(Class<?> slice) {
        boolean web = slice == WebMvcTest.class || slice == WebFluxTest.class;
        List<String> imports = imports(slice);
        assertThat(imports.contains(WEB)).isEqualTo(web);
        assertThat(imports).filteredOn(each -> !each.equals(WEB)).containsExactlyInAnyOrderElementsOf(core());
    }

    static Stream<Class<?>> slices() {
        return Stream.of(RestClientTest.class, JdbcTest.class, DataJpaTest.class, WebMvcTest.class, WebFluxTest.class);
    }

    @Test
    void withTheAnnotationAreThoseOfIdempotencyToo() {
        assertThat(imports(AutoConfigureBackoff.class))
                .containsAll(core())
                .anyMatch(each -> each.contains(".idempotency."));
    }

    private static List<String> core() {
        return imports(AutoConfigureBackoff.class).stream()
                .filter(each -> !each.contains(".idempotency."))
                .toList();
    }

    private static List<String> imports(Class<?> annotation) {
        return ImportCandidates.load(annotation, SliceImportsTests.class.getClassLoader()).getCandidates().stream()
                .filter(each -> !each.startsWith("org.springframework.boot.") || each.contains("AopAuto"))
                .toList();
    }
}
