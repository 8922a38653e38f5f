package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.config.change.SettingsLog;
import io.backoff.testkit.RunningApplication;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.security.Principal;
import java.util.Map;
import java.util.Set;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXPrincipal;
import javax.management.remote.JMXServiceURL;
import javax.security.auth.Subject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.web.server.WebFilter;

/** The logged-in user is named as the author, on any port and over JMX. */
@ExtendWith(OutputCaptureExtension.class)
class EndpointPrincipalTests {

    // Only one of the two servers on the class path of the tests may serve a reactive port.
    private static final String SECOND_SERVER = "org.springframework.boot.tomcat.autoconfigure.actuate.web.server"
            + ".TomcatReactiveManagementContextAutoConfiguration";

    private static final String CHANGE = "{\"property\":\"max-attempts\",\"value\":\"7\"}";

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void isNamed(WebApplicationType type, CapturedOutput output) {
        try (RunningApplication application = new RunningApplication(Everything.class, type, "web")) {
            isNamed(application, output);
        }
    }

    /** Filters of the application do not apply there, but the filters that Spring Security adds to both contexts do. */
    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void isNamedOnAPortOfItsOwn(WebApplicationType type, CapturedOutput output) {
        try (RunningApplication application = new RunningApplication(
                Everything.class,
                type,
                "web",
                "management.server.port=0",
                "test.login.management=true",
                "spring.autoconfigure.exclude=" + SECOND_SERVER)) {
            isNamed(application, output);
        }
    }

    private static void isNamed(RunningApplication application, CapturedOutput output) {
        String alice = application.send("POST", "backoff/payments", CHANGE, "X-User", "alice");
        assertThat(alice).startsWith("200 ");
        assertThat(application.send("DELETE", "backoff/payments", "", "X-User", "bob"))
                .startsWith("200 ");
        assertThat(application.send(
                        "POST",
                        "backoff/budgets/payments",
                        "{\"properties\":{\"burst\":9,\"tokens\":\"full\"}}",
                        "X-User",
                        "carol"))
                .startsWith("200 ");
        assertThat(application.send("DELETE", "backoff/budgets/payments", "")).startsWith("200 ");
        application.send("POST", "backoff/paymets", CHANGE, "X-User", "dave");
        assertThat(application.send("GET", "backoff", ""))
                .matches("(?s).*\"changes\":\\[\\{\"at\":\"[^\"]+\",\"by\":\"unknown\",\"source\":\"endpoint\","
                        + "\"property\":\"backoff.budgets.payments.burst\",\"from\":\"9\",\"to\":\"20\"},.*");
        assertThat(application.context().getBean(SettingsLog.class).latest())
                .extracting(each -> each.by() + " " + each.from() + " " + each.to())
                .containsExactly("unknown 9 20", "carol 9 full", "carol 20 9", "bob 7 3", "alice 3 7");
        assertThat(application.context().getBean(AuditEventRepository.class).find("alice", null, null))
                .hasSize(1);
        assertThat(output).contains("Backoff: a change by dave (endpoint) is rejected: There is no policy 'paymets'.");
    }

    /** Only a connector that requires credentials identifies the caller over JMX. */
    @Test
    void isNamedOverJmxWhereTheConnectorKnows() throws Exception {
        JMXConnectorServer server = connectorOf("eve");
        server.start();
        try (RunningApplication application = new RunningApplication(Everything.class, WebApplicationType.NONE, "jmx");
                JMXConnector connector = JMXConnectorFactory.connect(server.getAddress())) {
            application.invoke("Backoff", "change", "payments", "max-attempts", "6");
            application.invoke("Backoff", "changeProperties", "payments", "{\"delay\":\"1s\"}");
            application.invoke("Backoff", "reset", "payments");
            application.invoke("Backoff", "changeBudget", "budgets", "payments", "burst", "9");
            application.invoke("Backoff", "changeBudgetProperties", "budgets", "payments", "{\"tokens\":\"full\"}");
            application.invoke("Backoff", "resetBudget", "budgets", "payments");
            assertThat(application.context().getBean(SettingsLog.class).latest())
                    .hasSize(7)
                    .extracting(each -> each.by() + " " + each.source().text())
                    .containsOnly("unknown jmx");
            application.invoke(
                    connector.getMBeanServerConnection(), "Backoff", "change", "payments", "max-attempts", "7");
            assertThat(application.context().getBean(SettingsLog.class).latest().get(0))
                    .satisfies(each ->
                            assertThat(each.by() + " " + each.source().text()).isEqualTo("eve jmx"));
            assertThat(application.invoke("Backoff", "backoff")).contains("changes=[{at=", "by=eve, source=jmx");
        } finally {
            server.stop();
        }
    }

    @Test
    void isNamedOverJmxIfItsChangeIsRejected(CapturedOutput output) throws Exception {
        JMXConnectorServer server = connectorOf("eve");
        server.start();
        try (RunningApplication application = new RunningApplication(
                        Everything.class, WebApplicationType.NONE, "jmx", "backoff.endpoint.read-only=true");
                JMXConnector connector = JMXConnectorFactory.connect(server.getAddress())) {
            application.invoke(
                    connector.getMBeanServerConnection(), "Backoff", "change", "payments", "max-attempts", "7");
            assertThat(output).contains("a change at the endpoint 'backoff' by eve is rejected");
        } finally {
            server.stop();
        }
    }

    private static JMXConnectorServer connectorOf(String user) throws IOException {
        JMXAuthenticator login = credentials -> new Subject(true, Set.of(new JMXPrincipal(user)), Set.of(), Set.of());
        return JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi://"),
                Map.of(JMXConnectorServer.AUTHENTICATOR, login),
                ManagementFactory.getPlatformMBeanServer());
    }

    private static Principal principal(String name) {
        return new TestingAuthenticationToken(name, "");
    }

    /** The login of a secured application; the child context of another port has it too, as with Spring Security. */
    @Configuration(proxyBeanMethods = false)
    static class Login {

        @Bean
        @ConditionalOnWebApplication(type = Type.SERVLET)
        Filter login() {
            return (request, response, chain) -> {
                String user = ((HttpServletRequest) request).getHeader("X-User");
                chain.doFilter(user == null ? request : new LoggedIn((HttpServletRequest) request, user), response);
            };
        }

        @Bean
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        WebFilter reactiveLogin() {
            return (exchange, chain) -> {
                String user = exchange.getRequest().getHeaders().getFirst("X-User");
                return user == null
                        ? chain.filter(exchange)
                        : chain.filter(exchange)
                                .contextWrite(ReactiveSecurityContextHolder.withAuthentication(
                                        new TestingAuthenticationToken(user, "")));
            };
        }
    }

    /**
     * The login of the child context, found by {@code ManagementContextConfiguration.imports}; other tests do not
     * enable it.
     */
    @ManagementContextConfiguration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("test.login.management")
    static class ManagementLogin extends Login {}

    private static final class LoggedIn extends HttpServletRequestWrapper {

        private final Principal user;

        LoggedIn(HttpServletRequest request, String user) {
            super(request);
            this.user = principal(user);
        }

        @Override
        public Principal getUserPrincipal() {
            return user;
        }
    }

    @EnableAutoConfiguration
    @Import(Login.class)
    static class Everything {

        @Bean
        AuditEventRepository audit() {
            return new InMemoryAuditEventRepository();
        }
    }
}
