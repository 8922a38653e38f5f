package io.backoff.docs.code.testing;

import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import io.backoff.test.FakeTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.test.util.AopTestUtils;

@SpringBootTest(classes = ShopApplication.class, properties = "backoff.policies.payments.delay=100ms")
@Import(FakeTime.class)
class SpiedPaymentsTests {

    @MockitoSpyBean
    PaymentService payments;

    @Test
    void reachesTheSpyWithEachAttempt() {
        PaymentService.Order order = new PaymentService.Order("tea");

        PaymentService spy = AopTestUtils.getTargetObject(payments);
        doThrow(new UncheckedIOException(new IOException("down")))
                .doReturn(new PaymentService.Receipt("tea"))
                .when(spy)
                .charge(order);

        payments.charge(order);
        verify(payments, times(2)).charge(order);
    }
}
