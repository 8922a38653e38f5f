package io.backoff.adopt;

import java.util.concurrent.Callable;
import org.springframework.retry.annotation.Retryable;

/** Methods that spring-retry retries. */
class SpringRetryCalls {

    @Retryable
    Object value(Callable<Object> attempt) throws Exception {
        return attempt.call();
    }
}
