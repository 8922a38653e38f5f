package io.backoff.http.server;

import io.backoff.server.RequestRetryScope;
import io.backoff.text.CauseChain;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Recognizes exceptions that carry a response status. The application has chosen this status, so it is kept. */
final class NamedStatus {

    private NamedStatus() {}

    static boolean isNamedBy(Throwable failure) {
        return failure instanceof ErrorResponse
                || AnnotatedElementUtils.hasAnnotation(failure.getClass(), ResponseStatus.class);
    }

    /**
     * Whether the response to an exception has to forbid a retry. This is the case if the exception or one of its
     * causes carries a status, and a guarded call gave up with the exception or one of its causes.
     *
     * @param request the scope of the request; {@code null} if the retry filter has not seen the request
     */
    static boolean forbidsRetry(Throwable failure, @Nullable RequestRetryScope request) {
        return request != null && CauseChain.any(failure, NamedStatus::isNamedBy) && request.hasTerminal(failure);
    }
}
