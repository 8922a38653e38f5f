package io.backoff.classify;

import io.backoff.text.CauseChain;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.sql.SQLTimeoutException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sorts retried failures into the few causes that metrics distinguish. */
final class RetryCauses {

    private static final Types TIMEOUTS = new Types(
            List.of(
                    SocketTimeoutException.class,
                    HttpTimeoutException.class,
                    TimeoutException.class,
                    SQLTimeoutException.class),
            Set.of("org.springframework.dao.QueryTimeoutException", "jakarta.persistence.QueryTimeoutException"));
    private static final Types IO =
            new Types(List.of(IOException.class), Set.of("org.springframework.web.client.ResourceAccessException"));

    private RetryCauses() {}

    static RetryCause of(Throwable failure, @Nullable CalleeResponse response) {
        if (response != null) {
            return ofResponse(response);
        }
        if (CauseChain.any(failure, TIMEOUTS::include)) {
            return RetryCause.TIMEOUT;
        }
        return CauseChain.any(failure, IO::include) ? RetryCause.IO : RetryCause.OTHER;
    }

    private static RetryCause ofResponse(CalleeResponse response) {
        if (response.overloaded()) {
            return RetryCause.OVERLOADED;
        }
        if (response.status() == 429) {
            return RetryCause.THROTTLED;
        }
        return response.status() / 100 == 5 ? RetryCause.HTTP_5XX : RetryCause.OTHER;
    }

    /**
     * A set of failure types, given by name if they belong to optional libraries. Each class is compared once:
     * comparing the names of all its superclasses took half the time of a failed attempt.
     */
    private static final class Types extends ClassValue<Boolean> {

        private final List<Class<? extends Throwable>> types;
        private final Set<String> names;

        Types(List<Class<? extends Throwable>> types, Set<String> names) {
            this.types = types;
            this.names = names;
        }

        boolean include(Throwable failure) {
            return get(failure.getClass());
        }

        @Override
        protected Boolean computeValue(Class<?> type) {
            Class<?> parent = type.getSuperclass();
            return types.contains(type) || names.contains(type.getName()) || parent != null && get(parent);
        }
    }
}
