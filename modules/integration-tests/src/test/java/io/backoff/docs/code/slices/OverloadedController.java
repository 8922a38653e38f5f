package io.backoff.docs.code.slices;

import io.backoff.http.OverloadedException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OverloadedController {

    @GetMapping("/overloaded")
    String fails() {
        throw new OverloadedException();
    }
}
