package io.backoff.docs.code.overload;

import io.backoff.http.OverloadedException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ChargeController {

    private final BlockingQueue<Order> queue;

    ChargeController(BlockingQueue<Order> queue) {
        this.queue = queue;
    }

    @PostMapping("/charges")
    void charge(@RequestBody Order order) {
        if (!queue.offer(order)) {
            throw new OverloadedException("queue full", Duration.ofSeconds(2)); // the caller should not return earlier
        }
    }

    record Order(String item) {}
}
