package io.backoff.idempotency.web;

import io.backoff.idempotency.key.CallContext;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Reads Spring MVC requests, which are bound to the thread. */
final class ServletRequests extends HandlerMethods {

    @Override
    public String key(CallContext context) {
        ServletRequestAttributes request = current();
        if (request == null) {
            throw new IllegalStateException("This thread has no access to the request and its idempotency key; add "
                    + "io.micrometer:context-propagation for retries on other threads");
        }
        return IdempotencyKeyHeader.of(Collections.list(request.getRequest().getHeaders(IdempotencyKeyHeader.HEADER)));
    }

    @Override
    public void repeated(CallContext context) {
        ServletRequestAttributes request = current();
        HttpServletResponse response = request == null ? null : request.getResponse();
        if (response != null) {
            response.setHeader(REPEATED, "true");
        }
    }

    /** The status of the current request's response so far; 200 if this thread has no access to it. */
    static int status() {
        ServletRequestAttributes request = current();
        HttpServletResponse response = request == null ? null : request.getResponse();
        return response == null ? HttpServletResponse.SC_OK : response.getStatus();
    }

    private static @Nullable ServletRequestAttributes current() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes request ? request : null;
    }
}
