package io.backoff.benchmarks.soak;

import io.backoff.Backoff;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.annotation.Transactional;

/** Guarded blocking methods. */
class BlockingCalls {

    private final Target target;
    private final InnerCalls inner;

    BlockingCalls(Target target, InnerCalls inner) {
        this.target = target;
        this.inner = inner;
    }

    @Backoff("plain")
    public @Nullable Object plain(Call call) throws Exception {
        return target.now(call, Kind.PLAIN);
    }

    @Backoff(value = "fallback", fallback = "instead")
    public @Nullable Object withFallback(Call call) throws Exception {
        return target.now(call, Kind.FALLBACK);
    }

    Object instead(Call call, @Nullable Throwable failure) {
        return target.instead(call, failure);
    }

    @Backoff(value = "result", retryOnResult = "#result == null")
    public @Nullable Object withResult(Call call) throws Exception {
        return target.now(call, Kind.RESULT);
    }

    @Backoff("transactional")
    @Transactional
    public @Nullable Object inTransaction(Call call) throws Exception {
        return target.now(call, Kind.TRANSACTIONAL);
    }

    @Backoff("outer")
    public @Nullable Object outer(Call call) throws Exception {
        call.attempt(Kind.OUTER);
        Object result = inner(call);
        target.afterwards(call);
        return result;
    }

    private @Nullable Object inner(Call call) throws Exception {
        call.life.ledger.called(Kind.INNER);
        try {
            return inner.inner(call);
        } catch (Throwable failure) {
            call.life.answers.threw(call, failure);
            throw failure;
        }
    }
}
