package io.backoff.docs.code.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.verify;

import io.backoff.test.FakeTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

@SpringBootTest(classes = ShopApplication.class, properties = "backoff.policies.payments.delay=100ms")
@Import(FakeTime.class)
class MockedPaymentsTests {

    @MockitoBean
    PaymentService payments;

    @Test
    void isNotRetried(@Autowired PaymentService injected, @Autowired FakeTime time) {
        PaymentService.Order order = new PaymentService.Order("tea");
        doThrow(new UncheckedIOException(new IOException("down")))
                .when(payments)
                .charge(order);

        assertThatThrownBy(() -> injected.charge(order)).isInstanceOf(UncheckedIOException.class);
        verify(payments).charge(order);
        assertThat(time.waits()).isEmpty();
    }
}
