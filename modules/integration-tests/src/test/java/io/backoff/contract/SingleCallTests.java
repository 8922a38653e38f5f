package io.backoff.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.policy.Outcome;
import io.backoff.rxjava.BackoffRxJavaAutoConfiguration;
import io.reactivex.rxjava3.core.Single;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Methods that return a Single of RxJava. */
class SingleCallTests extends ReturnTypeContract<Single<String>> {

    SingleCallTests() {
        super(single -> single.toCompletionStage().toCompletableFuture(), BackoffRxJavaAutoConfiguration.class);
    }

    @Override
    Calls<Single<String>> calls() {
        return new Singles(script);
    }

    @Test
    void nothingIsAddedWithoutRxJava() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(BackoffAutoConfiguration.class, BackoffRxJavaAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(Single.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("backoffSingleKind"));
    }

    @Test
    void aSubscriptionThatIsDisposedOfEndsTheCall() {
        CompletableFuture<String> attempt = new CompletableFuture<>();
        withService(context()).run(context -> {
            context.getBean(Singles.class).late(attempt).subscribe().dispose();
            assertThat(attempt).isCancelled();
            assertOutcome(context, "default", Outcome.ABORTED);
        });
    }

    static class Singles extends Calls<Single<String>> {

        Singles(Script script) {
            super(script, step -> Single.fromCallable(step::get));
        }

        @Backoff("default")
        public Single<String> late(CompletableFuture<String> result) {
            return Single.<String>create(emitter -> emitter.setCancellable(() -> result.cancel(true)));
        }
    }
}
