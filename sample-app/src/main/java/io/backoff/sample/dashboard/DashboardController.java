package io.backoff.sample.dashboard;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The event stream of the page. */
@RestController
class DashboardController {

    private final Broadcast broadcast;

    DashboardController(Broadcast broadcast) {
        this.broadcast = broadcast;
    }

    /**
     * Sends server-sent events: first a {@code history} event with the last minute, then a {@code second} event once a
     * second, and a {@code decisions} event whenever there are new decisions.
     */
    @GetMapping(path = "/dashboard/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events() {
        return broadcast.join();
    }
}
