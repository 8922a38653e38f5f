package io.backoff.polling;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.TimeSource;
import io.backoff.meters.ContextMeters;
import io.backoff.meters.MetricsProperties;
import io.backoff.policy.BackoffPolicies;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Configures polling of methods annotated with {@link io.backoff.polling.BackoffPoll}. */
@AutoConfiguration(
        after = BackoffAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
public final class BackoffPollAutoConfiguration {

    BackoffPollAutoConfiguration() {}

    @Bean
    PollThreads backoffPollThreads(ConfigurableListableBeanFactory beans, Environment environment) {
        return new PollThreads(beans, environment);
    }

    @Bean
    ScheduledPolls backoffPolls(
            ConfigurableListableBeanFactory beans,
            BackoffPolicies policies,
            PollThreads threads,
            TimeSource time,
            ObjectProvider<PollMeters.Factory> meters) {
        return new ScheduledPolls(
                new PolledMethods(beans, policies),
                method -> new Poller(
                        method, threads::get, time.random(), meters.getIfAvailable(() -> PollMeters.Factory.NONE)));
    }

    @Bean
    PollRows backoffPollRows(BackoffPolls polls) {
        return new PollRows(polls);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnSingleCandidate(MeterRegistry.class)
    @ConditionalOnBooleanProperty(name = "backoff.metrics.enabled", matchIfMissing = true)
    @EnableConfigurationProperties(MetricsProperties.class)
    @Import(ContextMeters.class)
    static class Meters {

        @Bean
        MicrometerPollMeters backoffPollMeters(ContextMeters meters, MetricsProperties properties) {
            return new MicrometerPollMeters(meters, properties.methodTag());
        }
    }
}
