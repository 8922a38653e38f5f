package io.backoff.server;

import io.backoff.config.BackoffProperties;
import io.backoff.engine.TimeSource;
import io.backoff.meters.ContextMeters;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * The beans shared by the servers of all protocols. The auto-configuration of each server imports this class, and must
 * come after Micrometer's auto-configuration. The beans exist once, whatever the number of servers.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ServerProperties.class)
public class ServerConfiguration {

    @Bean
    ServerSettings backoffServerSettings(ServerProperties properties, Environment environment) {
        return new ServerSettings(properties, environment);
    }

    @Bean
    TrustedProxies backoffTrustedProxies(ServerSettings settings) {
        return settings.trusted();
    }

    @Bean
    RequestWindow backoffRequestWindow(ServerSettings settings, TimeSource time) {
        return new RequestWindow(settings.window(), time);
    }

    @Bean
    IncomingRequests backoffIncomingRequests(RequestWindow window, BackoffProperties properties, TimeSource time) {
        return new IncomingRequests(window, properties.nested(), time);
    }

    @Bean
    Rejections backoffRejections(
            RequestWindow window, ServerSettings settings, TimeSource time, ObjectProvider<ServerMeters> meters) {
        return new Rejections(
                window, settings.thresholds(), time, () -> meters.getIfAvailable(() -> ServerMeters.NONE));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnSingleCandidate(MeterRegistry.class)
    @ConditionalOnBooleanProperty(name = "backoff.metrics.enabled", matchIfMissing = true)
    @Import(ContextMeters.class)
    static class Meters {

        @Bean
        MicrometerServerMeters backoffServerMeters(
                ContextMeters meters, RequestWindow window, IncomingRequests requests) {
            return new MicrometerServerMeters(meters, window, requests);
        }
    }
}
