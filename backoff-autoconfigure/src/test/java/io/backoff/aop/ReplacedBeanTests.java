package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/** A test of an application may put a mock in the place of a guarded bean. */
@SpringBootTest(properties = "backoff.policies.payments.max-attempts=3")
class ReplacedBeanTests {

    @MockitoBean
    PaymentService payments;

    @Autowired
    Shop shop;

    @Test
    void aMockNeedNoProxy() {
        when(payments.charge()).thenReturn("mocked");
        assertThat(shop.order()).isEqualTo("mocked");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({AopAutoConfiguration.class, BackoffAutoConfiguration.class})
    @Import({PaymentService.class, Shop.class})
    static class Application {}

    static class PaymentService {

        @Backoff("payments")
        public String charge() {
            return "charged";
        }
    }

    static class Shop {

        private final PaymentService payments;

        Shop(PaymentService payments) {
            this.payments = payments;
        }

        String order() {
            return payments.charge();
        }
    }
}
