package shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
class ShopApplicationTests {

    @Autowired
    private PaymentService payments;

    @Test
    void retriesUntilThePaymentSucceeds() throws Exception {
        assertThat(payments.charge()).isEqualTo(3);
    }
}
