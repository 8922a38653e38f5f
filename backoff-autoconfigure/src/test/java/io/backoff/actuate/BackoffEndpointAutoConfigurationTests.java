package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.Author;
import io.backoff.config.change.ChangeSource;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.SettingsLog;
import io.backoff.testkit.Applications;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.invoke.convert.ConversionServiceParameterValueMapper;
import org.springframework.boot.actuate.endpoint.web.EndpointMediaTypes;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpointDiscoverer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;

/** The auto-configurations of Actuator: the endpoint, and audit events. */
class BackoffEndpointAutoConfigurationTests {

    @Test
    void isAbsentUnlessExposed() {
        Shop.runner().run(running -> assertThat(running).hasNotFailed().doesNotHaveBean(BackoffEndpoint.class));
    }

    @Test
    void isAbsentOverJmxUnlessExposed() {
        Shop.runner()
                .withPropertyValues("spring.jmx.enabled=true")
                .run(running -> assertThat(running).hasNotFailed().doesNotHaveBean(BackoffEndpoint.class));
    }

    @Test
    void isPresentWhenExposed() {
        Shop.exposed().run(running -> assertThat(running).hasSingleBean(BackoffEndpoint.class));
    }

    @Test
    void isAbsentWhenAccessIsDenied() {
        Shop.exposed()
                .withPropertyValues("management.endpoint.backoff.access=NONE")
                .run(running -> assertThat(running).hasNotFailed().doesNotHaveBean(BackoffEndpoint.class));
    }

    @Test
    void isAbsentWithoutActuator() {
        Shop.exposed()
                .withClassLoader(new FilteredClassLoader(ConditionalOnAvailableEndpoint.class))
                .run(running -> assertThat(running)
                        .hasNotFailed()
                        .hasSingleBean(BackoffAutoConfiguration.class)
                        .doesNotHaveBean(BackoffEndpointAutoConfiguration.class));
    }

    @Test
    void areAbsentWhereTheRestIs() {
        Applications.with(BackoffEndpointAutoConfiguration.class, BackoffActuatorAutoConfiguration.class)
                .withPropertyValues("management.endpoints.web.exposure.include=backoff")
                .run(running -> assertThat(running)
                        .hasNotFailed()
                        .doesNotHaveBean(BackoffEndpoint.class)
                        .doesNotHaveBean(ReadOnlyAdvisor.class));
    }

    @Test
    void changesAreAuditedWhetherTheEndpointIsExposedOrNot() {
        List<String> audited = new ArrayList<>();
        ApplicationListener<AuditApplicationEvent> listener =
                event -> audited.add(event.getAuditEvent().toString());
        Shop.run(Shop.runner().withInitializer(context -> context.addApplicationListener(listener)), shop -> {
            assertThat(shop.context()).doesNotHaveBean(BackoffEndpoint.class);
            change(shop.bean(PolicyStore.class));
            assertThat(audited).singleElement().asString().contains("BACKOFF_SETTING_CHANGED", "to=7");
        });
    }

    @Test
    void nothingIsAuditedWithoutActuator() {
        var application = Shop.runner().withClassLoader(new FilteredClassLoader(AuditApplicationEvent.class));
        Shop.run(application, shop -> {
            assertThat(shop.context()).hasNotFailed().doesNotHaveBean(BackoffActuatorAutoConfiguration.class);
            change(shop.bean(PolicyStore.class));
            assertThat(shop.bean(SettingsLog.class).latest()).hasSize(1);
        });
    }

    private static void change(PolicyStore store) {
        store.change(
                SettingsGroup.POLICIES,
                "payments",
                Map.of("max-attempts", "7"),
                new Author("ada", ChangeSource.ENDPOINT));
    }

    @Test
    void needsNoMicrometer() {
        Shop.exposed()
                .withClassLoader(new FilteredClassLoader("io.micrometer.core"))
                .run(running -> assertThat(running).hasNotFailed().hasSingleBean(BackoffEndpoint.class));
    }

    @Test
    void isReadAndChangedOverHttp() {
        Shop.exposed()
                .run(running -> assertThat(operations(running))
                        .extracting(each -> each.getRequestPredicate().getHttpMethod() + " "
                                + each.getRequestPredicate().getPath())
                        .containsExactlyInAnyOrder(
                                "GET backoff",
                                "GET backoff/{policy}",
                                "POST backoff/{policy}",
                                "DELETE backoff/{policy}",
                                "GET backoff/{group}/{name}",
                                "POST backoff/{group}/{name}",
                                "DELETE backoff/{group}/{name}"));
    }

    private static List<WebOperation> operations(ApplicationContext running) {
        return new WebEndpointDiscoverer(
                        running,
                        new ConversionServiceParameterValueMapper(),
                        EndpointMediaTypes.DEFAULT,
                        null,
                        null,
                        List.of(),
                        List.of(),
                        List.of())
                .getEndpoints().stream()
                        .flatMap(endpoint -> endpoint.getOperations().stream())
                        .toList();
    }
}
