package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The endpoint as those see it who operate the application. */
class EndpointAccessTests {

    @Test
    void overHttp() {
        try (Application application = new Application(WebApplicationType.SERVLET, "web")) {
            assertThat(application.send("GET", "/payments", ""))
                    .startsWith("200 ")
                    .contains("\"worstCase\"");
            assertThat(application.send("POST", "/payments", change("max-attempts", "2")))
                    .startsWith("200 ")
                    .contains("\"max-attempts\":{\"value\":2,\"origin\":\"actuator\"}");
            assertThat(application.send("POST", "/payments", change("max-attempts", "-2")))
                    .startsWith("400 ")
                    .contains("\"property\":\"backoff.policies.payments.max-attempts\"", "it is negative");
            assertThat(application.send("DELETE", "/payments", "")).startsWith("200 ");
            assertThat(application.send("GET", "/budgets", "")).startsWith("404 ");
            assertThat(application.send("GET", "/budgets/payments", "")).startsWith("200 {\"ratio\":0.0,");
            assertThat(application.send("POST", "/budgets/payments", "{\"property\":\"ratio\",\"value\":0.2}"))
                    .startsWith("200 ")
                    .contains("\"limit\":0.2", "\"ratio\":{\"value\":0.2,\"origin\":\"actuator\"}");
            assertThat(application.send("POST", "/budgets/payments", change("tokens", "full")))
                    .startsWith("200 ");
            assertThat(application.send("POST", "/budgets/payments", change("ratio", "-1")))
                    .startsWith("400 ")
                    .contains("it must be between 0 and 1000");
            assertThat(application.send("POST", "/budgets/paymets", change("ratio", "1")))
                    .startsWith("404 ");
            assertThat(application.send("DELETE", "/budgets/payments", ""))
                    .startsWith("200 ")
                    .contains("\"limit\":0.1");
        }
    }

    @Test
    void readOnlyOverHttp() {
        try (Application application =
                new Application(WebApplicationType.SERVLET, "web", "management.endpoint.backoff.access=read-only")) {
            assertThat(application.send("GET", "/payments", "")).startsWith("200 ");
            assertThat(application.send("POST", "/payments", change("max-attempts", "2")))
                    .startsWith("405 ");
            assertThat(application.send("POST", "/budgets/payments", change("tokens", "full")))
                    .startsWith("405 ");
            assertThat(application.send("DELETE", "/payments", "")).startsWith("405 ");
        }
    }

    @Test
    void overJmx() throws Exception {
        try (Application application = new Application(WebApplicationType.NONE, "jmx")) {
            assertThat(application.invoke("policy", "payments")).contains("worstCase");
            assertThat(application.invoke("change", "payments", "max-attempts", "2"))
                    .contains("status=200", "max-attempts={value=2, origin=actuator}");
            assertThat(application.invoke("reset", "payments")).contains("status=200");
            assertThat(application.invoke("budget", "budgets", "payments")).contains("capacity=20");
            assertThat(application.invoke("changeBudget", "budgets", "payments", "burst", "3"))
                    .contains("status=200", "capacity=3");
            assertThat(application.invoke("changeBudget", "budgets", "payments", "burst", "few"))
                    .contains("status=400", "whole number");
            assertThat(application.invoke("resetBudget", "budgets", "payments")).contains("capacity=20");
        }
    }

    private static String change(String property, String value) {
        return "{\"property\":\"%s\",\"value\":\"%s\"}".formatted(property, value);
    }

    private static final class Application implements AutoCloseable {

        private final HttpClient client = HttpClient.newHttpClient();
        private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        private final ConfigurableApplicationContext context;

        Application(WebApplicationType type, String technology, String... properties) {
            context = new SpringApplicationBuilder(Everything.class)
                    .web(type)
                    .bannerMode(Banner.Mode.OFF)
                    .logStartupInfo(false)
                    .registerShutdownHook(false)
                    .properties(
                            "server.port=0",
                            "spring.jmx.enabled=" + technology.equals("jmx"),
                            "spring.jmx.default-domain=" + EndpointAccessTests.class.getName(),
                            "management.endpoints.jmx.exposure.include=",
                            "management.endpoints." + technology + ".exposure.include=backoff",
                            "backoff.policies.payments.max-attempts=3")
                    .properties(properties)
                    .run();
        }

        String send(String method, String path, String body) {
            String port = context.getEnvironment().getRequiredProperty("local.server.port");
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + port + "/actuator/backoff" + path))
                    .header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofString(body))
                    .build();
            try {
                HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
                return response.statusCode() + " " + response.body();
            } catch (IOException | InterruptedException failure) {
                throw new AssertionError(failure);
            }
        }

        String invoke(String operation, String... arguments) throws Exception {
            ObjectName name = new ObjectName(EndpointAccessTests.class.getName() + ":type=Endpoint,name=Backoff");
            String[] types =
                    Stream.of(arguments).map(each -> String.class.getName()).toArray(String[]::new);
            return String.valueOf(
                    server.invoke(name, operation, Arrays.copyOf(arguments, arguments.length, Object[].class), types));
        }

        @Override
        public void close() {
            context.close();
        }
    }

    @EnableAutoConfiguration
    static class Everything {}
}
