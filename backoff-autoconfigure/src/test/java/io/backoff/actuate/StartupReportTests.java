package io.backoff.actuate;

import static io.backoff.testkit.RunningApplication.ONLY_ENDPOINTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.Guard;
import io.backoff.logging.StartupLines;
import io.backoff.message.LogMessage;
import io.backoff.method.IntegrationCalls;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.CurrentPolicy;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.Banner;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;

/** The line at startup that counts the guarded methods. */
@ExtendWith(OutputCaptureExtension.class)
class StartupReportTests {

    private static final Pattern LINE = Pattern.compile("(INFO|WARN) .*\\bStartupReport +[:-] (.*)");
    private static final String SEVERAL = "Backoff guards 3 methods by 2 policies and 1 budget";
    private static final String EXPOSED = "management.endpoints.web.exposure.include=backoff";
    private static final String UNLIMITED = "backoff.policies.mails.budget=none";

    @Test
    void countsWhatIsGuarded(CapturedOutput output) {
        assertThat(line(output, WebApplicationType.NONE, Several.class, UNLIMITED))
                .endsWith(SEVERAL);
        assertThat(line(output, WebApplicationType.NONE, One.class, "backoff.policies.mails.max-attempts=1"))
                .endsWith("Backoff guards 1 method by 1 policy and 1 budget");
        assertThat(line(output, WebApplicationType.NONE, One.class, UNLIMITED))
                .endsWith("Backoff guards 1 method by 1 policy and no budgets");
    }

    @Test
    void countsCallsThatIntegrationsGuard(CapturedOutput output) {
        assertThat(line(output, WebApplicationType.NONE, Listening.class, UNLIMITED))
                .endsWith("Backoff guards 2 methods by 2 policies and 1 budget");
    }

    @Test
    void saysThatNothingIsGuarded(CapturedOutput output) {
        assertThat(line(output, WebApplicationType.NONE, Nothing.class))
                .endsWith("Backoff guards no methods: no bean has @Backoff");
    }

    @Test
    void saysThatRetriesAreDisabled(CapturedOutput output) {
        assertThat(line(output, WebApplicationType.NONE, Several.class, UNLIMITED, "backoff.enabled=false"))
                .endsWith(SEVERAL + ", but 'backoff.enabled' is false");
    }

    @Test
    void namesTheEndpointWhereItIsExposed(CapturedOutput output) {
        assertThat(line(output, WebApplicationType.SERVLET, Several.class, UNLIMITED, EXPOSED))
                .endsWith(SEVERAL + "; see /actuator/backoff");
        assertThat(line(output, WebApplicationType.REACTIVE, Several.class, UNLIMITED, EXPOSED))
                .endsWith(SEVERAL + "; see /actuator/backoff");
        assertThat(line(output, WebApplicationType.SERVLET, Several.class, UNLIMITED))
                .endsWith(SEVERAL);
        assertThat(line(
                        output,
                        WebApplicationType.NONE,
                        Several.class,
                        UNLIMITED,
                        "spring.jmx.enabled=true",
                        "management.endpoints.jmx.exposure.include=backoff"))
                .endsWith(SEVERAL);
    }

    @Test
    void followsThePathOfTheEndpoint(CapturedOutput output) {
        assertThat(line(
                        output,
                        WebApplicationType.SERVLET,
                        Several.class,
                        UNLIMITED,
                        EXPOSED,
                        "management.server.port=0",
                        "management.endpoints.web.base-path=/manage",
                        "management.endpoints.web.path-mapping.backoff=retries"))
                .endsWith(SEVERAL + "; see /manage/retries");
    }

    @Test
    void countsBeansThatAreLazy(CapturedOutput output) {
        application(WebApplicationType.NONE, One.class)
                .initializers(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run()
                .close();
        assertThat(output).containsOnlyOnce("Backoff guards 1 method by 1 policy and 1 budget");
    }

    @Test
    void addsTheLinesOfFeatures(CapturedOutput output) {
        application(WebApplicationType.NONE, Featured.class).run().close();
        assertThat(reported(output))
                .containsExactly(
                        "INFO Backoff guards no methods: no bean has @Backoff",
                        "INFO Feature b does something",
                        "WARN Feature a does nothing",
                        "WARN Feature b does not do everything");
    }

    @Test
    void leavesTheLinesOfAParentToTheParent(CapturedOutput output) {
        application(WebApplicationType.NONE, Featured.class)
                .child(Nothing.class)
                .run()
                .close();
        assertThat(reported(output))
                .filteredOn(line -> line.startsWith("WARN Feature a"))
                .hasSize(1);
    }

    private static List<String> reported(CapturedOutput output) {
        return LINE.matcher(output.getOut())
                .results()
                .map(found -> found.group(1) + " " + found.group(2))
                .toList();
    }

    private static String line(
            CapturedOutput output, WebApplicationType type, Class<?> application, String... properties) {
        int before = output.getOut().length();
        application(type, application).properties(properties).run().close();
        return output.getOut()
                .substring(before)
                .lines()
                .filter(each -> each.contains("Backoff guards"))
                .reduce((one, other) -> "twice: " + one + other)
                .orElse("nothing");
    }

    private static SpringApplicationBuilder application(WebApplicationType type, Class<?> application) {
        return new SpringApplicationBuilder(application)
                .web(type)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(
                        ONLY_ENDPOINTS,
                        "server.port=0",
                        "backoff.policies.mails.max-attempts=2",
                        "spring.jmx.enabled=false",
                        "logging.level.io.backoff.autoconfigure.StartupReport=info");
    }

    @EnableAutoConfiguration
    static class Nothing {}

    @EnableAutoConfiguration
    static class One {

        @Backoff("mails")
        void send() {}
    }

    @EnableAutoConfiguration
    static class Featured {

        private static final LogMessage DOES = LogMessage.info("Feature %s does something");
        private static final LogMessage DOES_NOTHING = LogMessage.warning("Feature %s does nothing");
        private static final LogMessage DOES_LESS = LogMessage.warning("Feature %s does not do everything");

        @Bean
        StartupLines a() {
            return () -> List.of(DOES_NOTHING.with("a"));
        }

        @Bean
        StartupLines b() {
            return () -> List.of(DOES_LESS.with("b"), DOES.with("b"));
        }
    }

    @EnableAutoConfiguration
    static class Listening {

        @Backoff("mails")
        void send() {}

        @Bean
        IntegrationCalls listeners(Engine engine, BackoffPolicies policies) {
            Guard guard = Guard.of(engine, CurrentPolicy.of(policies, "default"), "order-placed");
            return () -> List.of(new IntegrationCalls.Row("listeners", "kafka", guard));
        }
    }

    @EnableAutoConfiguration
    static class Several {

        @Backoff("mails")
        void send() {}

        @Backoff
        void resend() {}

        @Backoff
        void forget() {}
    }
}
