package io.backoff.docs.code.idempotency;

import io.backoff.Idempotent;
import io.backoff.docs.code.idempotency.PaymentService.Order;
import io.backoff.docs.code.idempotency.PaymentService.Receipt;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class PaymentController {

    private final PaymentService payments;

    PaymentController(PaymentService payments) {
        this.payments = payments;
    }

    @Idempotent
    @PostMapping("/charges")
    ResponseEntity<Receipt> charge(@RequestBody Order order) {
        return ResponseEntity.status(HttpStatus.CREATED).body(payments.charge(order));
    }
}
