package io.backoff.docs.code.adopt;

import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class Provider {

    private int requests;
    private boolean down;

    synchronized Receipt charge(Order order) {
        requests++;
        if (down) {
            throw new IllegalStateException("The provider is down");
        }
        return new Receipt(order.item());
    }

    synchronized int requests() {
        return requests;
    }

    @PutMapping("/provider")
    synchronized void breakIt(@RequestParam boolean down) {
        this.down = down;
    }
}
