package io.backoff.http.client;

import io.backoff.aop.BackoffInvoker;
import io.backoff.aop.MethodInspection;
import io.backoff.client.GroupProperties;
import io.backoff.client.HttpClientProperties;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import java.net.URI;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;
import org.springframework.web.service.registry.HttpServiceProxyRegistry;
import reactor.core.publisher.Mono;

/** Guards the clients of the HTTP service groups in {@code backoff.http.client.groups}. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HttpClientProperties.class)
@ImportRuntimeHints(ServiceGroupConfiguration.GroupHints.class)
class ServiceGroupConfiguration {

    private static final LogMessage NO_SERVICE_GROUPS = LogMessage.warning(
            "'backoff.http.client.groups' guards nothing: there are no HTTP service groups. Import the "
                    + "client interfaces with @ImportHttpServices, or remove the property.");

    /** Registers native-image hints for the conversion from a policy name to group settings. */
    static final class GroupHints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
            hints.reflection().registerType(GroupProperties.class, MemberCategory.INVOKE_DECLARED_METHODS);
        }
    }

    @Bean
    GroupPolicies backoffGroupPolicies(HttpClientProperties properties, Environment environment) {
        return new GroupPolicies(properties.groups(), properties.enabled() && properties.idempotencyKey(), environment);
    }

    /** Checks the groups, and reports settings that have no effect. */
    @Bean
    SmartInitializingSingleton backoffServiceGroups(GroupPolicies policies, ObjectProvider<ServiceClients> clients) {
        return () -> clients.ifAvailable(present -> {
            if (!policies.isEmpty() && !present.inspect()) {
                NO_SERVICE_GROUPS.with().log(SpringLogger.of(ServiceGroupConfiguration.class));
            }
        });
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HttpServiceProxyRegistry.class)
    static class Groups {

        @Bean
        GuardedGroups backoffGuardedGroups(
                GroupPolicies policies,
                ObjectProvider<BackoffInvoker> invoker,
                ObjectProvider<MethodInspection> inspection,
                ListableBeanFactory beans) {
            return new GuardedGroups(policies, invoker, inspection, beans);
        }

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnClass(RestClientHttpServiceGroupConfigurer.class)
        static class RestClients {

            @Bean
            RestClientHttpServiceGroupConfigurer backoffRestClientGroups(GuardedGroups guarded) {
                return groups -> {
                    groups.forEachClient((group, builder) -> guarded.locate(group, () -> base(builder)));
                    groups.forEachProxyFactory(guarded::guard);
                };
            }

            /** Returns the base URL of a client, without creating an HTTP client. */
            private static URI base(RestClient.Builder builder) {
                AtomicReference<URI> base = new AtomicReference<>(URI.create(""));
                builder.clone()
                        .requestFactory((uri, method) -> {
                            throw new IllegalStateException("No request is sent");
                        })
                        .build()
                        .get()
                        .uri(relative -> base.updateAndGet(none -> relative.build()));
                return base.get();
            }
        }

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnClass(WebClientHttpServiceGroupConfigurer.class)
        static class WebClients {

            @Bean
            WebClientHttpServiceGroupConfigurer backoffWebClientGroups(GuardedGroups guarded) {
                return groups -> {
                    groups.forEachClient((group, builder) -> guarded.locate(group, () -> base(builder)));
                    groups.forEachProxyFactory(guarded::guard);
                };
            }

            /** Returns the base URL of a client, without creating an HTTP client. */
            private static URI base(WebClient.Builder builder) {
                AtomicReference<URI> base = new AtomicReference<>(URI.create(""));
                builder.clone()
                        .exchangeFunction(request -> Mono.error(new IllegalStateException("No request is sent")))
                        .build()
                        .get()
                        .uri(relative -> base.updateAndGet(none -> relative.build()));
                return base.get();
            }
        }
    }
}
