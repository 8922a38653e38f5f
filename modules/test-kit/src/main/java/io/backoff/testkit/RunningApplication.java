package io.backoff.testkit;

import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.StringUtils;

/** An application whose endpoints are called over HTTP or JMX. */
public final class RunningApplication implements AutoCloseable {

    /** The property that limits an application to Backoff's auto-configurations and to those that endpoints need. */
    public static final String ONLY_ENDPOINTS = "tests.auto-configure-only="
            + "io\\.backoff\\..*|com\\.github\\.kagkarlsson\\..*|org\\.springframework\\.boot\\."
            + "(actuate|autoconfigure|health|http\\.(codec|converter)|jackson|jdbc|reactor|servlet|tomcat"
            + "|transaction|webflux|webmvc)\\..*";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final String domain;
    private final WebApplication application;

    public RunningApplication(Class<?> application, WebApplicationType type, String technology, String... properties) {
        String[] common = {
            "spring.jmx.enabled=" + technology.equals("jmx"),
            "spring.jmx.default-domain=" + application.getName(),
            "management.endpoints.jmx.exposure.include=",
            "management.endpoints." + technology + ".exposure.include=backoff,backoffredeliveries",
            "logging.level.io.backoff.actuate=warn",
            "backoff.policies.payments.max-attempts=3"
        };
        this.domain = application.getName();
        this.application =
                new WebApplication(type, application, StringUtils.concatenateStringArrays(common, properties));
    }

    public ConfigurableApplicationContext context() {
        return application.context();
    }

    /** Sends a request; returns the status, the content type if the response is a problem detail, and the body. */
    public String send(String method, String path, String body, String... headers) {
        return send(method, path, BodyPublishers.ofString(body), headers);
    }

    /** Sends a request with a chunked body, that is, without a {@code Content-Length}. */
    public String sendInChunks(String method, String path, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return send(method, path, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)));
    }

    private String send(String method, String path, BodyPublisher body, String... headers) {
        HttpResponse<String> response = application.send(application
                .managementRequest(path, headers)
                .version(HttpClient.Version.HTTP_1_1)
                .header("Content-Type", "application/json")
                .method(method, body));
        String type = response.headers().firstValue("Content-Type").orElse("");
        return response.statusCode() + (type.contains("problem") ? " " + type : "") + " " + response.body();
    }

    public String invoke(String endpoint, String operation, String... arguments) throws Exception {
        return invoke(server, endpoint, operation, arguments);
    }

    public String invoke(MBeanServerConnection connection, String endpoint, String operation, String... args)
            throws Exception {
        ObjectName name = new ObjectName(domain + ":type=Endpoint,name=" + endpoint);
        String[] types = Stream.of(args).map(arg -> String.class.getName()).toArray(String[]::new);
        return String.valueOf(
                connection.invoke(name, operation, Arrays.copyOf(args, args.length, Object[].class), types));
    }

    @Override
    public void close() {
        application.close();
    }
}
