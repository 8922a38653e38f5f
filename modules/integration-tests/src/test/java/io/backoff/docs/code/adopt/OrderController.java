package io.backoff.docs.code.adopt;

import java.util.stream.IntStream;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

    private final PaymentService payments;
    private final Provider provider;

    OrderController(PaymentService payments, Provider provider) {
        this.payments = payments;
        this.provider = provider;
    }

    record Placed(long paid, long failed, int requests) {}

    @PostMapping("/orders")
    Placed place(@RequestParam int count) {
        int before = provider.requests();
        long paid = IntStream.range(0, count).filter(this::isPaid).count();
        return new Placed(paid, count - paid, provider.requests() - before);
    }

    private boolean isPaid(int number) {
        try {
            payments.charge(new Order("tea " + number));
            return true;
        } catch (IllegalStateException failure) {
            return false;
        }
    }
}
