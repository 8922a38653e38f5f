package io.backoff.redelivery;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** {@code /actuator/backoffredeliveries}: dead letters, to be looked at, made again, or deleted. */
@Endpoint(id = "backoffredeliveries")
final class RedeliveryEndpoint {

    private static final int MOST = 100;

    private final DeadLetters letters;

    RedeliveryEndpoint(DeadLetters letters) {
        this.letters = letters;
    }

    /**
     * What there is.
     *
     * @param total how many dead letters
     * @param methods how many of each method
     * @param deadLetters the latest of them, at most 100
     */
    record Report(int total, Map<String, Integer> methods, List<DeadLetter> deadLetters) {}

    /**
     * What was made again.
     *
     * @param redriven how many calls
     */
    record Redriven(int redriven) {}

    /** How many there are, and the latest, if need be of one method. */
    @ReadOperation
    Report deadLetters(@Nullable String method) {
        List<DeadLetter> all = of(method);
        Map<String, Integer> methods = new TreeMap<>();
        all.forEach(each -> methods.merge(each.method(), 1, Integer::sum));
        List<DeadLetter> latest = all.stream()
                .sorted(Comparator.comparing(DeadLetter::storedAt).reversed())
                .limit(MOST)
                .toList();
        return new Report(all.size(), methods, latest);
    }

    /** One of them; {@code null}, which HTTP makes a 404 of, when there is none of that id. */
    @ReadOperation
    @Nullable
    DeadLetter deadLetter(@Selector String id) {
        return letters.find(id).map(call -> DeadLetter.of(id, call)).orElse(null);
    }

    /** Has all calls made again, or all of one method. */
    @WriteOperation
    Redriven redriveAll(@Nullable String method) {
        return new Redriven((int)
                of(method).stream().filter(each -> letters.redrive(each.id())).count());
    }

    /** Has one call made again, from its first attempt. */
    @WriteOperation
    WebEndpointResponse<Redriven> redrive(@Selector String id) {
        return letters.redrive(id)
                ? new WebEndpointResponse<>(new Redriven(1))
                : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    /** Forgets one call. */
    @DeleteOperation
    WebEndpointResponse<Void> delete(@Selector String id) {
        return new WebEndpointResponse<>(
                letters.delete(id) ? WebEndpointResponse.STATUS_NO_CONTENT : WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private List<DeadLetter> of(@Nullable String method) {
        return letters.all().stream()
                .map(DeadLetter::of)
                .filter(each -> method == null || method.equals(each.method()))
                .toList();
    }
}
