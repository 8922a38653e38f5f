package io.backoff.redelivery.endpoint;

import io.backoff.config.change.Author;
import io.backoff.endpoint.EndpointCaller;
import io.backoff.engine.TimeSource;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.redelivery.call.CallId;
import io.backoff.redelivery.call.DeadLetterFilter;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.RedeliveryActions;
import io.backoff.redelivery.call.RedeliveryActions.Action;
import io.backoff.redelivery.delivery.ParkedCalls;
import io.backoff.redelivery.endpoint.RedeliveryEndpoint.Redriven;
import io.backoff.text.TruncatedText;
import java.lang.System.Logger;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;

/** Executes requests to the endpoint, and records each in the log and as an audit event. */
public final class RedeliveryOperator {

    private static final Logger logger = SpringLogger.of(RedeliveryOperator.class);

    private static final LogMessage OPERATED = LogMessage.info("Stored calls: %s");
    private static final LogMessage NOT_AUDITED =
            LogMessage.warning("An audit event of stored calls could not be published");

    private static final String AUDIT_TYPE = "BACKOFF_REDELIVERY";

    private final DeadLetters letters;
    private final ParkedCalls parked;
    private final RedeliveryActions actions;
    private final Consumer<Object> events;
    private final TimeSource time;

    public RedeliveryOperator(
            DeadLetters letters,
            ParkedCalls parked,
            RedeliveryActions actions,
            Consumer<Object> events,
            TimeSource time) {
        this.letters = letters;
        this.parked = parked;
        this.actions = actions;
        this.events = events;
        this.time = time;
    }

    /** Redrives all matching dead letters, and counts them. */
    Redriven redrive(DeadLetterFilter filter, SecurityContext by) {
        return redrive(letters.instances(filter, 0), filter.method(), filter.shown(), by);
    }

    /** Redrives one dead letter; returns {@code null} if there is none with this id. */
    public @Nullable Redriven redrive(String id, SecurityContext by) {
        String instance = letters.instance(id);
        if (instance == null) {
            return null;
        }
        Redriven redriven = redrive(List.of(instance), CallId.keyIn(instance), Map.of("id", id), by);
        return redriven.redriven() + redriven.failed() == 0 ? null : redriven;
    }

    /** Deletes all matching dead letters, and counts them. */
    int delete(DeadLetterFilter filter, SecurityContext by) {
        return delete(letters.instances(filter, 0), filter.method(), filter.shown(), by);
    }

    /** Deletes the dead letter with this id, and returns whether there was one. */
    public boolean delete(String id, SecurityContext by) {
        String instance = letters.instance(id);
        return instance != null && delete(List.of(instance), CallId.keyIn(instance), Map.of("id", id), by) > 0;
    }

    /** Pauses delivery of a method, or of all methods. */
    void pause(@Nullable String method, Set<String> keys, SecurityContext by) {
        Author author = EndpointCaller.of(by);
        parked.pause(keys, name(author), author.source().text());
        trace(by, new AuditedAction("pause", method, parked.methods(keys), Map.of()));
    }

    /** Resumes delivery of a method, or of all methods. */
    void resume(@Nullable String method, Set<String> keys, SecurityContext by) {
        parked.resume(keys);
        trace(by, new AuditedAction("resume", method, parked.methods(keys), Map.of()));
    }

    private Redriven redrive(
            List<String> instances, @Nullable String method, Map<String, String> filter, SecurityContext by) {
        LetterBatch batch = new LetterBatch(letters::redrive, Action.REDRIVEN, actions);
        try {
            batch.run(instances);
        } finally {
            letters.wake();
            batch.warn();
            trace(by, new AuditedAction("redrive", method, batch.done(), filter));
        }
        return new Redriven(batch.done(), batch.unreadable());
    }

    private int delete(
            List<String> instances, @Nullable String method, Map<String, String> filter, SecurityContext by) {
        LetterBatch batch = new LetterBatch(letters::delete, Action.DELETED, actions);
        try {
            batch.run(instances);
        } finally {
            trace(by, new AuditedAction("delete", method, batch.done(), filter));
        }
        return batch.done();
    }

    @SuppressWarnings("NullAway") // Since Java 22, javac reads the nullness of type arguments from jars.
    private void trace(SecurityContext by, AuditedAction operation) {
        Author author = EndpointCaller.of(by);
        String who = name(author);
        String source = author.source().text();
        OPERATED.with(TruncatedText.inOneLine(operation.describe(who, source))).log(logger);
        Instant now = time.instant();
        audit(new AuditEvent(now, who, AUDIT_TYPE, operation.data(who, source, now)));
    }

    private static String name(Author author) {
        return Objects.requireNonNullElse(author.name(), Author.UNKNOWN);
    }

    private void audit(AuditEvent event) {
        try {
            events.accept(new AuditApplicationEvent(event));
        } catch (RuntimeException | LinkageError failure) {
            NOT_AUDITED.with().log(logger, failure);
        }
    }

    /**
     * An executed request.
     *
     * @param method the method; {@code null} for all
     * @param count number of affected dead letters or methods
     */
    private record AuditedAction(String action, @Nullable String method, int count, Map<String, String> filter) {

        String describe(String who, String source) {
            String methods = method == null ? "all methods" : method;
            String where = filter.isEmpty() ? "" : ", where " + filter;
            return action + " of " + methods + " by " + who + " (" + source + "): " + count + where;
        }

        Map<String, Object> data(String who, String source, Instant now) {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("by", who);
            data.put("source", source);
            data.put("action", action);
            data.put("method", method == null ? "*" : method);
            data.put("count", count);
            data.put("filter", filter);
            data.put("at", now.toString());
            return data;
        }
    }
}
