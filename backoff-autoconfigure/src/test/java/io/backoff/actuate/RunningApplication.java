package io.backoff.actuate;

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
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application whose endpoints are called over HTTP or JMX. */
final class RunningApplication implements AutoCloseable {

    private final HttpClient client = HttpClient.newHttpClient();
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final String domain;
    private final ConfigurableApplicationContext context;

    RunningApplication(Class<?> application, WebApplicationType type, String technology, String... properties) {
        domain = application.getName();
        context = new SpringApplicationBuilder(application)
                .web(type)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(
                        "server.port=0",
                        "spring.jmx.enabled=" + technology.equals("jmx"),
                        "spring.jmx.default-domain=" + domain,
                        "management.endpoints.jmx.exposure.include=",
                        "management.endpoints." + technology + ".exposure.include=backoff,backoffredeliveries",
                        "logging.level.io.backoff.actuate=warn",
                        "backoff.policies.payments.max-attempts=3")
                .properties(properties)
                .run();
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    /** The status, the type of the body if it is a problem, and the body. */
    String send(String method, String path, String body, String... headers) {
        String port = context.getEnvironment()
                .getProperty("local.management.port", context.getEnvironment().getProperty("local.server.port", ""));
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/actuator/" + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            String type = response.headers().firstValue("Content-Type").orElse("");
            return response.statusCode() + (type.contains("problem") ? " " + type : "") + " " + response.body();
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    String invoke(String endpoint, String operation, String... arguments) throws Exception {
        return invoke(server, endpoint, operation, arguments);
    }

    String invoke(MBeanServerConnection connection, String endpoint, String operation, String... args)
            throws Exception {
        ObjectName name = new ObjectName(domain + ":type=Endpoint,name=" + endpoint);
        String[] types = Stream.of(args).map(each -> String.class.getName()).toArray(String[]::new);
        return String.valueOf(
                connection.invoke(name, operation, Arrays.copyOf(args, args.length, Object[].class), types));
    }

    @Override
    public void close() {
        context.close();
    }
}
