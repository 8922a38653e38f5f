package io.backoff.aspectj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.Backoff;
import io.backoff.testkit.Rejections;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.aopalliance.intercept.MethodInterceptor;
import org.aspectj.bridge.IMessage;
import org.aspectj.bridge.MessageHandler;
import org.aspectj.tools.ajc.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Classes that AspectJ's compiler wove; no agent runs here. */
class CompileTimeWeavingTests {

    private static final String SHOP = CompiledShop.class.getName();

    private final ApplicationContextRunner application =
            WovenContexts.runner().withPropertyValues("backoff.policies.once.max-attempts=1");

    @Test
    void retriesInWovenClasses(@TempDir Path directory) throws Exception {
        try (WovenLoader loader = new WovenLoader(weave(directory))) {
            Callable<?> shop = newShop(loader);
            application
                    .withBean("shop", Callable.class, () -> shop)
                    .run(running -> assertThat((List<?>) shop.call())
                            .asString()
                            .isEqualTo("[private 3, static 3, final 3, future 3, proxy false]"));
            assertThatThrownBy(shop::call).hasMessage("private 1");
        }
    }

    @Test
    void rejectsBeansThatAreNotWoven() {
        application
                .withBean(CompiledShop.class)
                .run(failed -> assertThat(failed)
                        .getFailure()
                        .hasMessageContaining("backoff.advice-mode is 'aspectj', but " + SHOP + " is not woven")
                        .satisfies(Rejections::areExplained));
    }

    @Test
    void rejectsMethodsThatNothingCanWeave() {
        Abstract proxy = ProxyFactory.getProxy(Abstract.class, (MethodInterceptor) invocation -> null);
        application
                .withBean(Abstract.class, () -> proxy)
                .run(failed -> assertThat(failed)
                        .getFailure()
                        .hasMessageContaining("Abstract.call")
                        .hasMessageContaining("a method without a body cannot be woven")
                        .satisfies(Rejections::areExplained));
    }

    @Test
    void rejectsTheModeWithoutAspectJ() {
        application
                .withClassLoader(new FilteredClassLoader("org.aspectj"))
                .run(failed -> assertThat(failed)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("backoff.advice-mode")
                        .hasMessageContaining("it needs AspectJ, which is not on the class path"));
    }

    private static Callable<?> newShop(ClassLoader loader) throws ReflectiveOperationException {
        return (Callable<?>) loader.loadClass(SHOP).getConstructor().newInstance();
    }

    /** Weaves the compiled classes with the library as an aspect library, as aspectj-maven-plugin does. */
    private static Path weave(Path directory) throws IOException {
        String file = SHOP.replace('.', '/') + ".class";
        Path source = directory.resolve("classes").resolve(file);
        Files.createDirectories(source.getParent());
        try (var bytes = CompiledShop.class.getResourceAsStream("/" + file)) {
            Files.copy(bytes, source);
        }
        Path target = directory.resolve("woven");
        List<String> arguments = new ArrayList<>(List.of("-17", "-proc:none"));
        arguments.addAll(List.of("-inpath", directory.resolve("classes").toString()));
        arguments.addAll(List.of("-aspectpath", locationOf(BackoffAspect.class).toString()));
        arguments.addAll(List.of("-classpath", System.getProperty("java.class.path")));
        arguments.addAll(List.of("-d", target.toString()));
        MessageHandler messages = new MessageHandler();
        new Main().run(arguments.toArray(String[]::new), messages);
        assertThat(messages.getMessages(IMessage.WARNING, true)).isEmpty();
        return target;
    }

    private static File locationOf(Class<?> type) {
        return new File(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    private interface Abstract {

        @Backoff
        void call();
    }

    /** Loads the woven class instead of the one among the tests. */
    private static final class WovenLoader extends URLClassLoader {

        WovenLoader(Path directory) throws IOException {
            super(new URL[] {directory.toUri().toURL()}, CompileTimeWeavingTests.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(SHOP)) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : findClass(name);
        }
    }
}
