package io.backoff.policy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.sql.SQLTimeoutException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sorts retried failures into the few causes that metrics distinguish. */
final class RetryCauses {

    // By name: these types belong to libraries that an application need not have.
    private static final Set<String> TIMEOUTS =
            Set.of("org.springframework.dao.QueryTimeoutException", "jakarta.persistence.QueryTimeoutException");
    private static final Set<String> IO = Set.of("org.springframework.web.client.ResourceAccessException");

    private RetryCauses() {}

    static RetryCause of(Throwable failure, @Nullable CalleeAnswer answer) {
        if (answer != null) {
            return ofAnswer(answer);
        }
        if (Causes.any(failure, RetryCauses::isTimeout)) {
            return RetryCause.TIMEOUT;
        }
        return Causes.any(failure, RetryCauses::isIo) ? RetryCause.IO : RetryCause.OTHER;
    }

    private static RetryCause ofAnswer(CalleeAnswer answer) {
        if (answer.overloaded()) {
            return RetryCause.OVERLOADED;
        }
        if (answer.status() == 429) {
            return RetryCause.THROTTLED;
        }
        return answer.status() / 100 == 5 ? RetryCause.HTTP_5XX : RetryCause.OTHER;
    }

    private static boolean isTimeout(Throwable failure) {
        return failure instanceof SocketTimeoutException
                || failure instanceof HttpTimeoutException
                || failure instanceof TimeoutException
                || failure instanceof SQLTimeoutException
                || isNamed(failure, TIMEOUTS);
    }

    private static boolean isIo(Throwable failure) {
        return failure instanceof IOException || isNamed(failure, IO);
    }

    private static boolean isNamed(Throwable failure, Set<String> names) {
        for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
            if (names.contains(type.getName())) {
                return true;
            }
        }
        return false;
    }
}
