package io.backoff.docs.code.groups;

import io.backoff.Backoff;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

public interface PaymentClient {

    @GetExchange("/payments/{id}")
    String find(@PathVariable String id);

    @Backoff("once")
    @PostExchange("/payments")
    String charge();
}
