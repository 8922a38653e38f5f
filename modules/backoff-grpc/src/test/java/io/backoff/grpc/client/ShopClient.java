package io.backoff.grpc.client;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.grpc.BackoffGrpcAutoConfiguration;
import io.backoff.policy.Outcome;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import java.util.Map;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.grpc.client.autoconfigure.CompositeChannelFactoryAutoConfiguration;
import org.springframework.boot.grpc.client.autoconfigure.GrpcClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.grpc.client.GrpcChannelFactory;

/** An application with a channel of Spring Boot's to a shop. */
@Configuration(proxyBeanMethods = false)
class ShopClient {

    /** Creates an application whose policy {@code shop} waits 2 seconds before each of two retries. */
    static ApplicationContextRunner of(FakeShop shop) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        SslAutoConfiguration.class,
                        GrpcClientAutoConfiguration.class,
                        CompositeChannelFactoryAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffReactorAutoConfiguration.class,
                        BackoffGrpcAutoConfiguration.class,
                        BackoffGrpcClientAutoConfiguration.class))
                .withUserConfiguration(ShopClient.class)
                .withPropertyValues(
                        "shop.target=" + shop.target(),
                        "backoff.policies.shop.delay=2s",
                        "backoff.policies.shop.multiplier=1",
                        "backoff.policies.shop.jitter=none",
                        "backoff.policies.shop.throttled-delay=3s",
                        "backoff.policies.shop.retry-after-spread=0",
                        "backoff.policies.shop.budget=none");
    }

    @Bean
    Orders orders(GrpcChannelFactory channels, Environment environment) {
        return new Orders(channels.createChannel(environment.getRequiredProperty("shop.target")));
    }

    static Orders orders(ApplicationContext application) {
        return application.getBean(Orders.class);
    }

    static Map<Outcome, Long> outcomes(ApplicationContext application) {
        return application.getBean(CallStatisticsRegistry.class).counts("shop");
    }
}
