package io.backoff.modules.shop;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;

/** An application that pays at the fourth attempt, says so, and ends. Started by {@code SeparateShop}. */
@SpringBootApplication(proxyBeanMethods = false)
public class Shop {

    @Bean
    Payments payments() {
        return new Payments();
    }

    @Bean
    @Profile("refunds")
    Refunds refunds() {
        return new Refunds();
    }

    public static void main(String... arguments) {
        try (ConfigurableApplicationContext context = SpringApplication.run(Shop.class, arguments)) {
            System.out.println(
                    "paid at attempt " + context.getBean(Payments.class).pay());
            System.out.println("endpoint: " + context.containsBean("backoffEndpoint"));
        }
    }

    static class Payments {

        private int attempts;

        @Backoff("payments")
        public int pay() {
            if (++attempts < 4) {
                throw new IllegalStateException("down");
            }
            return attempts;
        }
    }

    static class Refunds {

        @Idempotent(key = "#order")
        public void refund(String order) {}
    }
}
