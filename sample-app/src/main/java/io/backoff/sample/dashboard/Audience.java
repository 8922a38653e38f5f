package io.backoff.sample.dashboard;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The open dashboard pages. */
@Component
class Audience {

    private final List<SseEmitter> pages = new CopyOnWriteArrayList<>();

    /** Adds a page: it gets the history first, then every event. */
    SseEmitter join(List<Second> history) {
        SseEmitter page = new SseEmitter(0L);
        page.onCompletion(() -> pages.remove(page));
        page.onError(failure -> pages.remove(page));
        send(page, "history", history);
        pages.add(page);
        return page;
    }

    boolean isEmpty() {
        return pages.isEmpty();
    }

    void publish(String event, Object data) {
        pages.forEach(page -> send(page, event, data));
    }

    /** Closes all connections: an open one would keep the server from shutting down. */
    @EventListener(ContextClosedEvent.class)
    void leave() {
        pages.forEach(SseEmitter::complete);
    }

    private void send(SseEmitter page, String event, Object data) {
        try {
            page.send(SseEmitter.event().name(event).data(data));
        } catch (IOException | IllegalStateException gone) {
            pages.remove(page);
        }
    }
}
