package io.backoff.benchmarks.soak.adopted;

import org.springframework.context.ApplicationContext;

/** Makes calls, and passes their results to {@link Results}. */
final class Caller {

    private final ApplicationContext context;
    private final Results results;

    Caller(ApplicationContext context, Results results) {
        this.context = context;
        this.results = results;
    }

    void call(Trial call) {
        results.opened(call);
        try {
            make(call);
        } catch (Throwable failure) {
            results.ended(call, null, failure);
        }
    }

    private void make(Trial call) throws Exception {
        Adopted.Way way = call.method.way;
        if (way instanceof Adopted.Value value) {
            Object returned = value.of().apply(context).make(call);
            results.ended(call, returned, null);
        } else if (way instanceof Adopted.Future future) {
            future.of().apply(context).make(call).whenComplete((value, failure) -> results.ended(call, value, failure));
        } else if (way instanceof Adopted.Reactive reactive) {
            reactive.of()
                    .apply(context)
                    .make(call)
                    .subscribe(
                            value -> results.ended(call, value, null), failure -> results.ended(call, null, failure));
        }
    }
}
