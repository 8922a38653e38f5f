package io.backoff.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.redelivery.Redeliver;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** Tests with a part of the application, in which an annotation has no effect. */
@ExtendWith(OutputCaptureExtension.class)
class UnguardedTests {

    private static final String WARNING = "@Backoff has no effect on the bean 'payments' and 1 more in this test";

    @BeforeEach
    void warn() {
        LoggingSystem.get(getClass().getClassLoader())
                .setLogLevel(UnguardedTestExecutionListener.class.getName(), LogLevel.WARN);
    }

    @ParameterizedTest
    @ValueSource(classes = {OfASlice.class, OfPlainSpring.class})
    void areWarnedAbout(Class<?> test, CapturedOutput output) throws Exception {
        start(test);
        assertThat(output)
                .containsOnlyOnce(WARNING)
                .contains("Add @AutoConfigureBackoff to the test.")
                .containsOnlyOnce("@Idempotent has no effect on the bean 'orders' in this test")
                .containsOnlyOnce("@Redeliver has no effect on the bean 'letters' in this test");
    }

    @Test
    void areWarnedAboutOncePerContext(CapturedOutput output) throws Exception {
        prepare(OneOfTwo.class);
        start(OtherOfTwo.class);
        assertThat(output).containsOnlyOnce(WARNING);
    }

    @ParameterizedTest
    @ValueSource(classes = {WithTheAnnotation.class, WithNothingToGuard.class, WithMocks.class})
    void areNot(Class<?> test, CapturedOutput output) throws Exception {
        start(test);
        assertThat(output).doesNotContain("has no effect on");
    }

    private static void start(Class<?> test) throws Exception {
        prepare(test).getTestContext().markApplicationContextDirty(null);
    }

    private static TestContextManager prepare(Class<?> test) throws Exception {
        TestContextManager manager = new TestContextManager(test);
        manager.prepareTestInstance(test.getDeclaredConstructor().newInstance());
        return manager;
    }

    @ContextConfiguration(classes = Application.class)
    @JsonTest(properties = "logging.level.io.backoff=warn")
    @Import(Beans.class)
    static class OfASlice {}

    @SpringJUnitConfig(Beans.class)
    static class OfPlainSpring {}

    @SpringJUnitConfig(Beans.class)
    static class OneOfTwo {}

    @SpringJUnitConfig(Beans.class)
    static class OtherOfTwo {}

    @ContextConfiguration(classes = Application.class)
    @JsonTest(properties = "backoff.policies.payments.delay=1ms")
    @AutoConfigureBackoff
    @Import(Payments.class)
    static class WithTheAnnotation {}

    @SpringJUnitConfig(Nothing.class)
    static class WithNothingToGuard {}

    @SpringJUnitConfig(Mocked.class)
    static class WithMocks {

        @MockitoBean
        Refunds refunds;
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    static class Nothing {

        @Bean
        List<String> names() {
            return List.of();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Mocked {

        @Bean
        Payments payments() {
            return mock();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {

        @Bean
        Payments payments() {
            return new Payments();
        }

        @Bean
        Refunds refunds() {
            return new Refunds();
        }

        @Bean
        Orders orders() {
            return new Orders();
        }

        @Bean
        Letters letters() {
            return new Letters();
        }
    }

    static class Payments {

        @Backoff("payments")
        void charge() {}
    }

    @Backoff("payments")
    static class Refunds {

        public void refund() {}
    }

    static class Orders {

        @Idempotent(key = "#id")
        void place(String id) {}
    }

    static class Letters {

        @Redeliver("letters")
        void send() {}
    }
}
