package io.backoff.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.logging.Log;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.util.StringUtils;

class SpringLoggerTests {

    private final List<String> lines = new ArrayList<>();
    private String enabled = "";
    private final SpringLogger logger = new SpringLogger("payments", (Log) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Log.class},
            (proxy, method, arguments) -> called(method, arguments)));

    @ParameterizedTest
    @CsvSource({"ALL, trace", "TRACE, trace", "DEBUG, debug", "INFO, info", "WARNING, warn", "ERROR, error"})
    void logsAtTheSameLevel(Level level, String expected) {
        enabled = expected;
        logger.log(level, "It is 100 % {done}", new IllegalStateException("broken"));
        logger.log(level, "It is 100 % {done}");
        assertThat(logger.isLoggable(level)).isTrue();
        assertThat(lines)
                .containsExactly(
                        expected + " It is 100 % {done} java.lang.IllegalStateException: broken",
                        expected + " It is 100 % {done}");
    }

    @ParameterizedTest
    @EnumSource
    void isAskedWhatItLogs(Level level) {
        assertThat(logger.isLoggable(level)).isFalse();
        logger.log(level, "{0} of {1}", 1, 2);
        assertThat(lines).isEmpty();
    }

    @Test
    void logsNothingWhenItIsOff() {
        logger.log(Level.OFF, "Nothing", new IllegalStateException("broken"));
        assertThat(lines).isEmpty();
    }

    @Test
    void formatsArguments() {
        enabled = "info";
        logger.log(Level.INFO, "{0} of {1}", 1, 2);
        assertThat(lines).containsExactly("info 1 of 2");
    }

    @Test
    void isNamedLikeItsClass() {
        assertThat(SpringLogger.of(getClass()).getName()).isEqualTo(getClass().getName());
        assertThat(logger.getName()).isEqualTo("payments");
    }

    private Object called(Method method, Object[] arguments) {
        if (method.getName().startsWith("is")) {
            return method.getName().equals("is" + StringUtils.capitalize(enabled) + "Enabled");
        }
        lines.add(method.getName() + " " + arguments[0] + (arguments[1] == null ? "" : " " + arguments[1]));
        return null;
    }
}
