package io.backoff.redelivery.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.backoff.endpoint.EndpointProblem;
import io.backoff.redelivery.call.DeadLetter;
import io.backoff.redelivery.call.DeadLetterFilter;
import io.backoff.redelivery.call.DeadLetters;
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

/** {@code /actuator/backoffredeliveries}: how stored calls are, dead letters, and the switch of delivery. */
@Endpoint(id = "backoffredeliveries")
// The return types of the operations do not name these.
@RegisterReflectionForBinding({
    RedeliveryEndpoint.Report.class,
    RedeliveryEndpoint.Delivery.class,
    RedeliveryEndpoint.Redriven.class,
    RedeliveryEndpoint.Deleted.class,
    RedeliveryEndpoint.Paused.class,
    EndpointProblem.class,
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
     * What there is.
     *
     * @param delivery of each method
     * @param total how many dead letters fit
     * @param methods how many of each method
     * @param page number of the page, from 0
     * @param size most that a page can hold
     * @param deadLetters those of the page, the latest first
     */
    record Report(
            Map<String, Delivery> delivery,
            long total,
            Map<String, Long> methods,
            int page,
            int size,
            List<DeadLetter> deadLetters) {}

    /**
     * How the calls of a method are delivered.
     *
     * @param waiting how many are to be made
     * @param oldest when the oldest of them was stored, in ISO-8601; absent when there is none
     * @param paused whether they wait because delivery is paused
     * @param reason why it is; absent when it is not
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Delivery(
            long waiting,
            @Nullable String oldest,
            boolean paused,
            @Nullable String reason) {}

    /**
     * What was made again.
     *
     * @param redriven how many calls
     * @param failed how many could not be, as their rows cannot be read; absent when there is none
     */
    record Redriven(
            int redriven,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int failed) {}

    /**
     * What is no more.
     *
     * @param deleted how many calls
     */
    record Deleted(int deleted) {}

    /**
     * What the switch has done.
     *
     * @param method the method; {@code *} for all
     * @param paused whether delivery is paused now
     */
    record Paused(String method, boolean paused) {}

    /** How many there are, and a page of the dead letters that fit. */
    @ReadOperation
    WebEndpointResponse<?> deadLetters(
            @Nullable String method,
            @Nullable String failure,
            @Nullable String since,
            @Nullable String until,
            @Nullable String page,
            @Nullable String size) {
        return respond(() -> {
            DeadLetterFilter filter = parameters.filter(method, failure, since, until);
            int number = parameters.page(page);
            int most = parameters.size(size);
            Map<String, Long> methods = states.byName(letters.counts(filter));
            return new Report(
                    states.all(),
                    methods.values().stream().mapToLong(Long::longValue).sum(),
                    methods,
                    number,
                    most,
                    letters.page(filter, number, most));
        });
    }

    /** One of them; {@code null}, which HTTP makes a 404 of, when there is none of that id. */
    @ReadOperation
    @Nullable
    DeadLetter deadLetter(@Selector String id) {
        return letters.find(id).orElse(null);
    }

    /** Has all calls made again that fit; with {@code paused}, pauses or resumes delivery instead. */
    @WriteOperation
    WebEndpointResponse<?> redriveAll(
            SecurityContext by,
            @Nullable String method,
            @Nullable String failure,
            @Nullable String since,
            @Nullable String until,
            @Nullable String paused) {
        return respond(() -> {
            if (paused == null) {
                return operator.redrive(parameters.filter(method, failure, since, until), by);
            }
            if (failure != null || since != null || until != null) {
                throw new InvalidParameter("paused", paused, "sent alone, or with 'method' and nothing else");
            }
            return pause(by, method, parameters.paused(paused));
        });
    }

    /** Has one call made again, from its first attempt, unless its row cannot be read. */
    @WriteOperation
    WebEndpointResponse<Redriven> redrive(SecurityContext by, @Selector String id) {
        Redriven redriven = operator.redrive(id, by);
        return redriven == null
                ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
                : new WebEndpointResponse<>(redriven);
    }

    /** Forgets all calls that fit; those of all methods and times only if it is said so. */
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
                        "method", "", "needed, or 'failure', 'since' or 'until', so that not all are deleted");
            }
            return new Deleted(operator.delete(filter, by));
        });
    }

    /** Forgets one call. */
    @DeleteOperation
    WebEndpointResponse<Void> delete(SecurityContext by, @Selector String id) {
        return new WebEndpointResponse<>(
                operator.delete(id, by) ? WebEndpointResponse.STATUS_NO_CONTENT : WebEndpointResponse.STATUS_NOT_FOUND);
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
            return invalid.problem().response();
        }
    }
}
