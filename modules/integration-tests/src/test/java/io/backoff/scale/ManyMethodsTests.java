package io.backoff.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.Backoff;
import io.backoff.testkit.EnableLightApplication;
import io.backoff.testkit.Measured;
import io.backoff.testkit.WebApplication;
import java.lang.reflect.Method;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application of 1,000 policies, 10,000 guarded methods and 10,000 keys, compared with one of a tenth of that size. */
@Tag("scale")
class ManyMethodsTests {

    private static final int POLICIES = 1_000;
    private static final int KEYS = 10_000;

    @TempDir
    private Path directory;

    @Test
    void costsGrowNoFasterThanTheApplication() throws Exception {
        GeneratedServices services = GeneratedServices.compile(directory, POLICIES);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(services.loader());
        try {
            measure(services, POLICIES / 10); // Warms up.
            Measured tenth = measure(services, POLICIES / 10);
            measure(services, POLICIES).isLinearTo(tenth);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Measured measure(GeneratedServices services, int policies) throws Exception {
        List<Class<?>> classes = services.classes().subList(0, policies);
        int keys = KEYS * policies / POLICIES;
        Measured measured = new Measured("%,d policies".formatted(policies));
        try (WebApplication application = measured.step("start", () -> start(classes, keys))) {
            measured.step("first call and retry of each method", () -> {
                callAll(application, classes);
                return null;
            });
            measured.step("a failed call for each key", () -> {
                Tenants tenants = application.bean(Tenants.class);
                for (int key = 0; key < keys; key++) {
                    String tenant = "tenant " + key;
                    // The budget is empty soon.
                    assertThatThrownBy(() -> tenants.call(tenant)).hasMessage("down");
                }
                return null;
            });
            measured.step("scrape", get(application, "prometheus"));
            measured.step("second scrape", get(application, "prometheus"));
            measured.shortest("endpoint", get(application, "backoff"));
            measured.shortest("endpoint, one policy", get(application, "backoff/policy-7"));
            measured.shortest("endpoint, policy with keys", get(application, "backoff/tenants"));
            measured.step("change", change(application, "{\"property\": \"max-attempts\", \"value\": \"4\"}"));
            measured.step(
                    "dry run",
                    change(application, "{\"property\": \"max-attempts\", \"value\": \"5\", \"dryRun\": true}"));
        }
        return measured;
    }

    private static WebApplication start(List<Class<?>> classes, int keys) {
        List<String> properties = new ArrayList<>(List.of(
                "management.endpoints.web.exposure.include=backoff,prometheus",
                "management.endpoint.backoff.access=unrestricted",
                "backoff.keys.max=" + keys,
                "backoff.policies.tenants.delay=0ms",
                "logging.level.io.backoff=error"));
        for (int number = 0; number < classes.size(); number++) {
            properties.add("backoff.policies.policy-" + number + ".delay=0ms");
            properties.add("backoff.policies.policy-" + number + ".max-attempts=3");
        }
        return new WebApplication(
                WebApplicationType.SERVLET,
                Application.class,
                context -> classes.forEach(each -> context.registerBean(each)),
                properties.toArray(String[]::new));
    }

    private static void callAll(WebApplication application, List<Class<?>> classes) throws Exception {
        for (Class<?> each : classes) {
            Object bean = application.context().getBean(each);
            for (int number = 0; number < GeneratedServices.METHODS; number++) {
                Method method = bean.getClass().getMethod("call" + number);
                method.invoke(bean);
            }
        }
    }

    private static Callable<String> get(WebApplication application, String path) {
        return () -> succeeded(application.send(application.managementRequest(path)));
    }

    private static Callable<String> change(WebApplication application, String properties) {
        return () -> succeeded(application.send(application
                .managementRequest("backoff/policy-7", "Content-Type", "application/json")
                .POST(BodyPublishers.ofString(properties))));
    }

    private static String succeeded(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return response.body();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableLightApplication
    static class Application {

        @Bean
        Tenants tenants() {
            return new Tenants();
        }
    }

    static class Tenants {

        @Backoff(value = "tenants", key = "#tenant")
        public void call(String tenant) {
            throw new IllegalStateException("down");
        }
    }
}
