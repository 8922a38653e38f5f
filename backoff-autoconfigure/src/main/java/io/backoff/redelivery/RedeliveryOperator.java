package io.backoff.redelivery;

import io.backoff.autoconfigure.Author;
import io.backoff.autoconfigure.ChangeSource;
import io.backoff.redelivery.RedeliveryActions.Action;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;

/** Does what people ask for, and leaves a trace of it: a line in the log, and an audit event. */
final class RedeliveryOperator {

    private static final Log logger = LogFactory.getLog(RedeliveryOperator.class);

    private static final String AUDIT_TYPE = "BACKOFF_REDELIVERY";

    private final DeadLetters letters;
    private final HeldCalls held;
    private final RedeliveryActions actions;
    private final Consumer<Object> events;

    RedeliveryOperator(DeadLetters letters, HeldCalls held, RedeliveryActions actions, Consumer<Object> events) {
        this.letters = letters;
        this.held = held;
        this.actions = actions;
        this.events = events;
    }

    /** Has all calls made again that fit, and says how many. */
    int redrive(DeadLetterFilter filter, SecurityContext by) {
        int redriven = each(letters.instances(filter, 0), letters::redrive, Action.REDRIVEN);
        letters.wake();
        trace(by, "redrive", filter.method(), redriven, filter.shown());
        return redriven;
    }

    /** Has one call made again, if there is one of this id. */
    boolean redrive(String id, SecurityContext by) {
        boolean redriven = one(id, letters::redrive, Action.REDRIVEN, "redrive", by);
        letters.wake();
        return redriven;
    }

    /** Deletes all that fit, and says how many. */
    int delete(DeadLetterFilter filter, SecurityContext by) {
        int deleted = each(letters.instances(filter, 0), letters::delete, Action.DELETED);
        trace(by, "delete", filter.method(), deleted, filter.shown());
        return deleted;
    }

    /** Deletes one call, if there is one of this id. */
    boolean delete(String id, SecurityContext by) {
        return one(id, letters::delete, Action.DELETED, "delete", by);
    }

    /** Pauses delivery of a method, or of all. */
    void pause(@Nullable String method, Set<String> keys, SecurityContext by) {
        held.pause(keys);
        trace(by, "pause", method, held.methods(keys), Map.of());
    }

    /** Resumes delivery of a method, or of all. */
    void resume(@Nullable String method, Set<String> keys, SecurityContext by) {
        held.resume(keys);
        trace(by, "resume", method, held.methods(keys), Map.of());
    }

    private boolean one(String id, Predicate<String> work, Action action, String name, SecurityContext by) {
        String instance = letters.instance(id);
        int done = instance == null ? 0 : each(List.of(instance), work, action);
        if (instance != null && done > 0) {
            trace(by, name, CallId.keyIn(instance), done, Map.of("id", id));
        }
        return done > 0;
    }

    private int each(List<String> instances, Predicate<String> work, Action action) {
        int done = 0;
        for (String each : instances) {
            if (work.test(each)) {
                actions.count(CallId.keyIn(each), action);
                done++;
            }
        }
        return done;
    }

    private void trace(
            SecurityContext by, String action, @Nullable String method, int count, Map<String, String> filter) {
        // Only over JMX is there no context of a request.
        ChangeSource source = by == SecurityContext.NONE ? ChangeSource.JMX : ChangeSource.ENDPOINT;
        String who =
                Objects.requireNonNullElse(Author.of(by.getPrincipal(), source).name(), Author.UNKNOWN);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("by", who);
        data.put("source", source.text());
        data.put("action", action);
        data.put("method", method == null ? "*" : method);
        data.put("count", count);
        data.put("filter", filter);
        logger.info("Stored calls: "
                + oneLine(action + " of " + (method == null ? "all methods" : method) + " by " + who + " ("
                        + source.text() + "): " + count + (filter.isEmpty() ? "" : ", where " + filter)));
        try {
            events.accept(new AuditApplicationEvent(who, AUDIT_TYPE, data));
        } catch (RuntimeException | LinkageError failure) {
            logger.warn("An audit event of stored calls could not be published", failure);
        }
    }

    // Somebody has sent it.
    private static String oneLine(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]+", " ");
    }
}
