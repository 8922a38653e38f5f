package io.backoff.kills;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with event publications. Its auto-configurations, some of which are not public, are in a file. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration
@EnableAsync
class PublicationsApplication {

    @Bean
    Listener listener(Ledger.Client ledger) {
        return new Listener(ledger);
    }

    @Bean
    Instance.Sender sender(ApplicationEventPublisher events, TransactionTemplate transactions) {
        return number -> transactions.executeWithoutResult(status -> events.publishEvent(new Order(number)));
    }

    record Order(int number) {}

    static class Listener {

        private final Ledger.Client ledger;

        Listener(Ledger.Client ledger) {
            this.ledger = ledger;
        }

        @ApplicationModuleListener
        void on(Order order) {
            ledger.process(order.number());
        }
    }
}
