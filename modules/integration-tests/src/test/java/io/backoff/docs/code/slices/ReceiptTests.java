package io.backoff.docs.code.slices;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.backoff.test.autoconfigure.AutoConfigureBackoff;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.context.annotation.Import;

@JsonTest(properties = "backoff.policies.payments.delay=1ms")
@AutoConfigureBackoff
@Import(PaymentService.class)
class ReceiptTests {

    @Autowired
    PaymentService payments;

    @Test
    void isGuarded() {
        assertThatIllegalStateException().isThrownBy(payments::charge);
    }
}
