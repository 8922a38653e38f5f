package io.backoff.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.testkit.Applications;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.invoke.convert.ConversionServiceParameterValueMapper;
import org.springframework.boot.actuate.endpoint.web.EndpointMediaTypes;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpointDiscoverer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ApplicationContext;

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
    void isAbsentWhereTheRestIs() {
        Applications.with(BackoffEndpointAutoConfiguration.class)
                .withPropertyValues("management.endpoints.web.exposure.include=backoff")
                .run(running -> assertThat(running).hasNotFailed().doesNotHaveBean(BackoffEndpoint.class));
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
