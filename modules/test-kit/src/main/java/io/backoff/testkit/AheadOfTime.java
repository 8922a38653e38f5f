package io.backoff.testkit;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.test.tools.Compiled;
import org.springframework.core.test.tools.TestCompiler;

/**
 * The result of processing an application ahead of time.
 *
 * @param generated sources, classes and hints
 * @param initializer name of the class that replaces the configuration
 * @param created names of the beans that were created during processing
 */
public record AheadOfTime(TestGenerationContext generated, String initializer, List<String> created) {

    /** Processes an application ahead of time, with the properties that it has at build time. */
    public static AheadOfTime build(Class<?> application, Map<String, Object> properties) {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.setEnvironment(environment(properties));
            context.register(application);
            var generated = new TestGenerationContext(application);
            var initializer = new ApplicationContextAotGenerator().processAheadOfTime(context, generated);
            generated.writeGeneratedContent();
            var created = List.of(context.getBeanFactory().getSingletonNames());
            return new AheadOfTime(generated, initializer.reflectionName(), created);
        }
    }

    public RuntimeHints hints() {
        return generated.getRuntimeHints();
    }

    /**
     * Compiles the generated code, and runs the test. Cannot be called again, because the same classes cannot be
     * defined twice.
     */
    public void compile(Consumer<Application> test) {
        TestCompiler.forSystem()
                .with(generated)
                .compile(compiled -> test.accept(new Application(compiled, initializer)));
    }

    public record Application(Compiled compiled, String initializer) {

        /** Starts the application with the properties that it has at run time. */
        public void run(Map<String, Object> properties, Consumer<GenericApplicationContext> test) {
            System.setProperty("spring.aot.enabled", "true");
            try (var context = new GenericApplicationContext()) {
                context.setEnvironment(environment(properties));
                instance().initialize(context);
                context.refresh();
                test.accept(context);
            } finally {
                System.clearProperty("spring.aot.enabled");
            }
        }

        @SuppressWarnings("unchecked") // the generated initializer accepts a GenericApplicationContext
        private ApplicationContextInitializer<GenericApplicationContext> instance() {
            return compiled.getInstance(ApplicationContextInitializer.class, initializer);
        }
    }

    private static ConfigurableEnvironment environment(Map<String, Object> properties) {
        var environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        ConfigurationPropertySources.attach(environment);
        return environment;
    }
}
