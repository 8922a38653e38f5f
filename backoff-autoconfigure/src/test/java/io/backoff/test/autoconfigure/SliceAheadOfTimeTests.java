package io.backoff.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.backoff.Backoff;
import io.backoff.test.FakeTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.test.tools.ClassFile;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.SourceFile;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.aot.TestContextAotGenerator;

/** A slice whose context was generated ahead of time. */
@CompileWithForkedClassLoader
class SliceAheadOfTimeTests {

    @Test
    void guards() {
        InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
        new TestContextAotGenerator(files).processAheadOfTime(Stream.of(Sliced.class));
        TestCompiler.forSystem()
                .withSources(sources(files))
                .withClasses(classes(files))
                .compile(compiled -> inAotMode(() -> assertGuarded(new Sliced())));
    }

    private static void assertGuarded(Sliced test) throws Exception {
        TestContextManager manager = new TestContextManager(Sliced.class);
        manager.prepareTestInstance(test);
        assertThatIllegalStateException().isThrownBy(test.payments::charge);
        assertThat(test.time.waits()).hasSize(2);
        assertThat(manager.getTestContext().getApplicationContext().getBeanDefinitionNames())
                .contains("backoffInvoker");
    }

    private static void inAotMode(Run run) {
        System.setProperty("spring.aot.enabled", "true");
        try {
            run.run();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        } finally {
            System.clearProperty("spring.aot.enabled");
        }
    }

    private static List<SourceFile> sources(InMemoryGeneratedFiles files) {
        return files.getGeneratedFiles(Kind.SOURCE).values().stream()
                .map(SourceFile::of)
                .toList();
    }

    private static List<ClassFile> classes(InMemoryGeneratedFiles files) {
        return files.getGeneratedFiles(Kind.CLASS).entrySet().stream()
                .map(each -> ClassFile.of(name(each.getKey()), bytes(files, each.getKey())))
                .toList();
    }

    private static String name(String path) {
        return path.replace('/', '.').substring(0, path.length() - ".class".length());
    }

    private static byte[] bytes(InMemoryGeneratedFiles files, String path) {
        try (var content = files.getGeneratedFile(Kind.CLASS, path).getInputStream()) {
            return content.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @JsonTest
    @ContextConfiguration(classes = Application.class)
    @AutoConfigureBackoff
    @Import({Payments.class, FakeTime.class})
    static class Sliced {

        @Autowired
        Payments payments;

        @Autowired
        FakeTime time;
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {}

    static class Payments {

        @Backoff("default")
        void charge() {
            throw new IllegalStateException("down");
        }
    }

    private interface Run {

        void run() throws Exception;
    }
}
