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
     * Server-sent events: first {@code history}, the last minute; then {@code second} once a second, and {@code
     * decisions} as they are made.
     */
    @GetMapping(path = "/dashboard/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events() {
        return broadcast.join();
    }
}
