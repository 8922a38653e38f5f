package io.backoff.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Enables the loggers of the given classes during each test. Tests may have a {@code CapturedOutput} parameter. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith({OutputCaptureExtension.class, Logged.Levels.class})
public @interface Logged {

    Class<?>[] value() default {};

    /** The names of further loggers, for packages and for classes that the test cannot access. */
    String[] names() default {};

    LogLevel level() default LogLevel.WARN;

    /** Sets the level before each test, and restores it afterwards. */
    final class Levels implements BeforeEachCallback, AfterEachCallback {

        @Override
        public void beforeEach(ExtensionContext test) {
            Logged logged = logged(test);
            set(logged, logged.level());
        }

        @Override
        public void afterEach(ExtensionContext test) {
            set(logged(test), null);
        }

        private static Logged logged(ExtensionContext test) {
            return test.getRequiredTestClass().getAnnotation(Logged.class);
        }

        private static void set(Logged logged, @Nullable LogLevel level) {
            LoggingSystem logging = LoggingSystem.get(Logged.class.getClassLoader());
            Stream.concat(Stream.of(logged.value()).map(Class::getName), Stream.of(logged.names()))
                    .forEach(name -> logging.setLogLevel(name, level));
        }
    }
}
