package io.backoff.docs.code.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ContextConfiguration;

/** A slice guards nothing by itself, and annotated beans once it has the auto-configurations. */
class SliceTests {

    @Nested
    @ContextConfiguration(classes = Application.class)
    @WebMvcTest
    class WithoutImport {

        @Test
        void isNotGuarded(@Autowired PaymentService payments) {
            assertThat(AopUtils.isAopProxy(payments)).isFalse();
        }
    }

    @Nested
    @ContextConfiguration(classes = Application.class)
    @WebMvcTest(properties = "backoff.policies.payments.max-attempts=3")
    @ImportAutoConfiguration({AopAutoConfiguration.class, BackoffAutoConfiguration.class})
    class WithImport {

        @Test
        void isGuarded(@Autowired PaymentService payments) {
            assertThat(AopUtils.isAopProxy(payments)).isTrue();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(PaymentService.class)
    static class Application {}
}
