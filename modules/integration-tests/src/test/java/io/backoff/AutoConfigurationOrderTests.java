package io.backoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Finds misspelt names in an order and classes missing from the list: nothing else would reveal them. */
class AutoConfigurationOrderTests {

    @ParameterizedTest
    @MethodSource("namesInOrders")
    void nameIsThatOfAnAutoConfiguration(String name) throws ClassNotFoundException {
        assertThat(Class.forName(name)).hasAnnotation(AutoConfiguration.class);
    }

    @Test
    void everyAutoConfigurationIsListed() throws IOException {
        assertThat(listed()).hasSameSizeAs(classFiles()).allMatch(name -> name.endsWith("AutoConfiguration"));
    }

    static Stream<String> namesInOrders() {
        return listed().map(AutoConfigurationOrderTests::orderOf)
                .flatMap(order -> Stream.of(order.afterName(), order.beforeName()))
                .flatMap(Stream::of);
    }

    private static Stream<String> listed() {
        ImportCandidates all = ImportCandidates.load(AutoConfiguration.class, null);
        return StreamSupport.stream(all.spliterator(), false).filter(name -> name.startsWith("io.backoff."));
    }

    private static Resource[] classFiles() throws IOException {
        return new PathMatchingResourcePatternResolver()
                .getResources("classpath*:io/backoff/**/*AutoConfiguration.class");
    }

    private static AutoConfiguration orderOf(String name) {
        try {
            return Class.forName(name).getAnnotation(AutoConfiguration.class);
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
