package io.backoff.docs.code.shop;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class Provider {

    private final AtomicInteger requests = new AtomicInteger();

    @PostMapping("/charges")
    Receipt charge(@RequestBody Order order) {
        if (requests.incrementAndGet() % 3 != 0) {
            throw new ResponseStatusException(HttpStatus.BAD_GATEWAY);
        }
        return new Receipt(order.item());
    }
}
