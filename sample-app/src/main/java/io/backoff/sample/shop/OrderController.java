package io.backoff.sample.shop;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Takes orders, one by one or in batches. */
@RestController
@RequestMapping("/orders")
class OrderController {

    private static final int LARGEST_BATCH = 10_000;

    private final Payments payments;
    private final OrderBook book;
    private final OrderBatch batch;

    OrderController(Payments payments, OrderBook book, OrderBatch batch) {
        this.payments = payments;
        this.book = book;
        this.batch = batch;
    }

    /** Places one order; without a body, an example order. */
    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    PlacedOrder place(@RequestBody(required = false) Order.@Nullable Request request) {
        Order order = (request == null ? Order.Request.EXAMPLE : request).toOrder();
        PlacedOrder placed = PlacedOrder.of(order, payments.charge(order));
        book.add(placed);
        return placed;
    }

    /**
     * Places many example orders and responds when all have ended. An experiment with payments: the orders are not
     * stored.
     */
    @PostMapping("/batch")
    BatchSummary placeMany(@RequestParam(defaultValue = "1000") int count) {
        if (count < 1 || count > LARGEST_BATCH) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, "'count' must be between 1 and " + LARGEST_BATCH + " but was " + count);
        }
        return batch.place(count);
    }
}
