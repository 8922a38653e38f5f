package io.backoff.sample.load;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Sets the order rate from the slider of the dashboard. */
@RestController
class LoadController {

    private final Customers customers;

    LoadController(Customers customers) {
        this.customers = customers;
    }

    /** Changes the number of orders per second, 0 to 50. Orders are placed only while a dashboard is open. */
    @PutMapping("/load")
    Load change(@RequestParam int perSecond) {
        customers.perSecond(perSecond);
        return new Load(customers.perSecond());
    }

    @ExceptionHandler
    ProblemDetail invalid(IllegalArgumentException reason) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, reason.getMessage());
    }

    record Load(int perSecond) {}
}
