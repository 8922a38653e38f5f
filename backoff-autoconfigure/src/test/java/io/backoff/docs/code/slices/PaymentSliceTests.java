package io.backoff.docs.code.slices;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;

@WebMvcTest(properties = "backoff.policies.payments.max-attempts=3")
@ImportAutoConfiguration({AopAutoConfiguration.class, BackoffAutoConfiguration.class})
@Import(PaymentService.class)
class PaymentSliceTests {

    @Autowired
    PaymentService payments;

    @Test
    void isGuarded() {
        assertThat(AopUtils.isAopProxy(payments)).isTrue();
    }
}
