package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.testkit.RunningApplication;
import io.backoff.testkit.WebApplication;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** The path of an endpoint, whose requests are checked before Actuator gets them. */
class EndpointPathTests {

    @ParameterizedTest
    @CsvSource({
        "SERVLET, server.servlet.context-path=/shop, /shop/actuator",
        "SERVLET, spring.mvc.servlet.path=/shop, /shop/actuator",
        "SERVLET, management.server.base-path=/manage, /manage/actuator",
        "REACTIVE, spring.webflux.base-path=/shop, /shop/actuator",
        "REACTIVE, management.server.base-path=/manage, /manage/actuator"
    })
    void isKnownWhateverIsBeforeIt(WebApplicationType type, String property, String path) {
        try (WebApplication application = new WebApplication(
                type,
                Application.class,
                RunningApplication.ONLY_ENDPOINTS,
                "management.endpoints.web.exposure.include=backoff",
                property,
                "management.server.port=" + (property.startsWith("management.server") ? 0 : ""),
                // Both servers of these tests would bring one.
                "spring.autoconfigure.exclude=org.springframework.boot.tomcat.autoconfigure.actuate.web.server."
                        + "TomcatReactiveManagementContextAutoConfiguration")) {
            assertThat(post(application, path + "/backoff/default", "{\"properties\":{\"max-attempts\":2}}"))
                    .startsWith("200 ");
            assertThat(post(application, path + "/backoff/default?policy=other", "{\"properties\":{}}"))
                    .startsWith("400 ")
                    .contains(" is a part of the path");
            assertThat(post(application, path + "/backoff/default", "{\"policy\":\"other\"}"))
                    .startsWith("400 ")
                    .contains(" is a part of the path");
        }
    }

    private static String post(WebApplication application, String path, String body) {
        URI uri = URI.create("http://127.0.0.1:" + application.managementPort() + path);
        HttpResponse<String> response = application.send(application
                .request(path)
                .uri(uri)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
        return response.statusCode() + " " + response.body();
    }

    @EnableAutoConfiguration
    static class Application {}
}
