package io.backoff.classify;

import io.backoff.text.CauseChain;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Determines the cause under which a retried failure is counted. */
final class RetryCauses {

    private static final FailureTypes TIMEOUTS = types(
            "java.net.SocketTimeoutException",
            "java.net.http.HttpTimeoutException",
            "java.util.concurrent.TimeoutException",
            "kotlinx.coroutines.TimeoutCancellationException",
            "java.sql.SQLTimeoutException",
            "org.springframework.dao.QueryTimeoutException",
            "jakarta.persistence.QueryTimeoutException");
    private static final FailureTypes GRPC = types("io.grpc.StatusRuntimeException", "io.grpc.StatusException");
    private static final FailureTypes DB = types(
            "java.sql.SQLException",
            "io.r2dbc.spi.R2dbcException",
            "org.springframework.dao.DataAccessException",
            "jakarta.persistence.PersistenceException");
    private static final FailureTypes IO =
            types("java.io.IOException", "org.springframework.web.client.ResourceAccessException");

    private RetryCauses() {}

    /**
     * Returns the cause that the callee's response implies. Without a response, returns the first of timeout, gRPC,
     * database and I/O that applies to the failure or one of its causes.
     */
    static RetryCause of(Throwable failure, @Nullable CalleeResponse response) {
        if (response != null) {
            return ofResponse(response);
        }
        if (CauseChain.any(failure, TIMEOUTS)) {
            return RetryCause.TIMEOUT;
        }
        if (CauseChain.any(failure, GRPC)) {
            return RetryCause.GRPC;
        }
        if (CauseChain.any(failure, DB)) {
            return RetryCause.DB;
        }
        return CauseChain.any(failure, IO) ? RetryCause.IO : RetryCause.OTHER;
    }

    private static RetryCause ofResponse(CalleeResponse response) {
        if (response.overloaded()) {
            return RetryCause.OVERLOADED;
        }
        return response.status() instanceof CalleeStatus.Http http ? ofHttp(http.code()) : ofGrpc(response.status());
    }

    private static RetryCause ofHttp(int status) {
        if (status == 429) {
            return RetryCause.THROTTLED;
        }
        return status / 100 == 5 ? RetryCause.HTTP_5XX : RetryCause.OTHER;
    }

    private static RetryCause ofGrpc(CalleeStatus status) {
        if (status == GrpcStatus.RESOURCE_EXHAUSTED) {
            return RetryCause.THROTTLED;
        }
        return status == GrpcStatus.DEADLINE_EXCEEDED ? RetryCause.TIMEOUT : RetryCause.GRPC;
    }

    private static FailureTypes types(String... names) {
        return new FailureTypes(List.of(names), Set.of());
    }
}
