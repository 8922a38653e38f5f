package io.backoff.docs.code.shop;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

    private final PaymentService payments;

    OrderController(PaymentService payments) {
        this.payments = payments;
    }

    @PostMapping("/orders/{item}")
    Receipt place(@PathVariable String item) {
        return payments.charge(new Order(item));
    }
}
