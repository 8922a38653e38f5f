package io.backoff.redelivery.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.backoff.endpoint.ProblemResponse;
import io.backoff.redelivery.call.DeadLetter;
import io.backoff.redelivery.call.DeadLetterFilter;
import io.backoff.redelivery.call.DeadLetters;
import io.backoff.redelivery.call.DeliveryPause;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * The Actuator endpoint {@code /actuator/backoffredeliveries}: shows the state of delivery, manages dead letters,
 * and pauses and resumes delivery.
 */
@Endpoint(id = "backoffredeliveries")
// Native images need these hints, because most operations do not declare these types as their return types.
@RegisterReflectionForBinding({
    RedeliveryEndpoint.Report.class,
    RedeliveryEndpoint.Delivery.class,
    RedeliveryEndpoint.PausedBy.class,
    RedeliveryEndpoint.Redriven.class,
    RedeliveryEndpoint.Deleted.class,
    RedeliveryEndpoint.Paused.class,
    DeadLetter.class
})
public final class RedeliveryEndpoint {

    private final DeadLetters letters;
    private final DeliveryStates states;
    private final RedeliveryOperator operator;
    private final RedeliveryParameters parameters;

    public RedeliveryEndpoint(
            DeadLetters letters, DeliveryStates states, RedeliveryOperator operator, RedeliveryParameters parameters) {
        this.letters = letters;
        this.states = states;
        this.operator = operator;
        this.parameters = parameters;
    }

    /**
     * The state of delivery, with a page of dead letters.
     *
     * @param delivery state of delivery of each method
     * @param total number of dead letters that match the parameters of the request
     * @param methods number of matching dead letters of each method
     * @param page number of the page, from 0
     * @param size maximum number of letters on a page
     * @param deadLetters letters on the page, the latest first
     */
    record Report(
            Map<String, Delivery> delivery,
            long total,
            Map<String, Long> methods,
            int page,
            int size,
            List<DeadLetter> deadLetters) {}

    /**
     * The state of delivery of a method.
     *
     * @param waiting number of waiting calls
     * @param oldest when the oldest waiting call was stored, in ISO-8601; absent if there is none
     * @param paused whether delivery is paused, or this application lacks the method
     * @param reason why calls are not delivered; absent if they are
     * @param pause the pause that a user has begun through this endpoint; absent if there is none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Delivery(
            long waiting,
            @Nullable String oldest,
            boolean paused,
            @Nullable String reason,
            @Nullable PausedBy pause) {}

    /**
     * A pause that a user has begun through this endpoint.
     *
     * @param by name of the user, or {@code unknown}
     * @param source {@code endpoint} or {@code jmx}
     * @param since start of the pause, in ISO-8601
     */
    record PausedBy(String by, String source, String since) {

        static @Nullable PausedBy of(@Nullable DeliveryPause pause) {
            return pause == null
                    ? null
                    : new PausedBy(pause.by(), pause.source(), pause.since().toString());
        }
    }

    /**
     * The result of a redrive.
     *
     * @param redriven number of redriven calls
     * @param failed number of dead letters whose rows cannot be read; absent if there is none
     */
    record Redriven(
            int redriven,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int failed) {}

    /**
     * The result of a deletion.
     *
     * @param deleted number of dead letters deleted
     */
    record Deleted(int deleted) {}

    /**
     * The result of pausing or resuming.
     *
     * @param method the method; {@code *} for all
     * @param paused whether delivery is now paused
     */
    record Paused(String method, boolean paused) {}

    /** Returns the state of delivery, and a page of the matching dead letters. */
    @ReadOperation
    WebEndpointResponse<?> deadLetters(
            @Nullable String method,
            @Nullable String failure,
            @Nullable String since,
            @Nullable String until,
            @Nullable String page,
            @Nullable String size) {
        return respond(() ->
                report(parameters.filter(method, failure, since, until), parameters.page(page), parameters.size(size)));
    }

    /** Returns a dead letter; {@code null}, which is a 404 over HTTP, if there is none with that id. */
    @ReadOperation
    @Nullable
    DeadLetter deadLetter(@Selector String id) {
        return letters.find(id).orElse(null);
    }

    /**
     * Redrives all matching dead letters, or every dead letter if {@code all} is set. With {@code paused}, pauses or
     * resumes delivery instead. Requires a parameter, so that a request without a body redrives nothing.
     */
    @WriteOperation
    WebEndpointResponse<?> redriveAll(
            SecurityContext by,
            @Nullable String method,
            @Nullable String failure,
            @Nullable String since,
            @Nullable String until,
            @Nullable String paused,
            @Nullable String all) {
        return respond(() -> {
            if (paused == null) {
                return operator.redrive(parameters.redriven(parameters.filter(method, failure, since, until), all), by);
            }
            if (failure != null || since != null || until != null || all != null) {
                throw new InvalidParameter("paused", paused, "only allowed alone, or together with 'method'");
            }
            return pause(by, method, parameters.flag("paused", paused));
        });
    }

    /** Redrives one dead letter, from its first attempt, unless its row cannot be read. */
    @WriteOperation
    WebEndpointResponse<Redriven> redrive(SecurityContext by, @Selector String id) {
        Redriven redriven = operator.redrive(id, by);
        return redriven == null
                ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
                : new WebEndpointResponse<>(redriven);
    }

    /** Deletes all matching dead letters. Requires a parameter, so that nobody deletes all dead letters by mistake. */
    @DeleteOperation
    WebEndpointResponse<?> deleteAll(
            SecurityContext by,
            @Nullable String method,
            @Nullable String failure,
            @Nullable String since,
            @Nullable String until) {
        return respond(() -> {
            DeadLetterFilter filter = parameters.filter(method, failure, since, until);
            if (filter.isEmpty()) {
                throw new InvalidParameter(
                        "method",
                        "",
                        "required unless 'failure', 'since' or 'until' is set: a request cannot delete all dead "
                                + "letters");
            }
            return new Deleted(operator.delete(filter, by));
        });
    }

    /** Deletes one dead letter. */
    @DeleteOperation
    WebEndpointResponse<Void> delete(SecurityContext by, @Selector String id) {
        return new WebEndpointResponse<>(
                operator.delete(id, by) ? WebEndpointResponse.STATUS_NO_CONTENT : WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private Report report(DeadLetterFilter filter, int page, int size) {
        Map<String, Long> methods = states.byName(letters.counts(filter));
        long total = methods.values().stream().mapToLong(Long::longValue).sum();
        return new Report(states.all(), total, methods, page, size, letters.page(filter, page, size));
    }

    private Paused pause(SecurityContext by, @Nullable String method, boolean paused) {
        Set<String> keys = parameters.known(method);
        if (paused) {
            operator.pause(method, keys, by);
        } else {
            operator.resume(method, keys, by);
        }
        return new Paused(method == null ? "*" : method, paused);
    }

    private static WebEndpointResponse<?> respond(Supplier<Object> response) {
        try {
            return new WebEndpointResponse<>(response.get());
        } catch (InvalidParameter invalid) {
            return ProblemResponse.of(invalid.problem());
        }
    }
}
