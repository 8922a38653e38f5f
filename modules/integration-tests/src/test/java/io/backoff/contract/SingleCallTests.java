package io.backoff.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.policy.Outcome;
import io.backoff.rxjava.BackoffRxJavaAutoConfiguration;
import io.backoff.test.FakeTime;
import io.reactivex.rxjava3.core.Single;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Methods that return a Single of RxJava. */
class SingleCallTests extends ReturnTypeContract<Single<String>> {

    private static final String[] POLICIES = Stream.of("brief", "poor", "off", "eager")
            .map(name -> "backoff.policies." + name + ".max-attempts=3")
            .toArray(String[]::new);

    @Override
    protected Class<?>[] furtherConfigurations() {
        return new Class<?>[] {BackoffRxJavaAutoConfiguration.class};
    }

    @Override
    Object service() {
        return new Calls(script);
    }

    @Override
    String await(Single<String> returned) throws Throwable {
        try {
            return returned.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        } catch (ExecutionException wrapper) {
            throw wrapper.getCause();
        }
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
        withService(new ApplicationContextRunner()
                        .withConfiguration(AutoConfigurations.of(
                                AopAutoConfiguration.class,
                                BackoffAutoConfiguration.class,
                                BackoffRxJavaAutoConfiguration.class))
                        .withBean(FakeTime.class)
                        .withPropertyValues(POLICIES))
                .run(context -> {
                    Calls calls = context.getBean(Calls.class);
                    calls.late(attempt).subscribe().dispose();
                    assertThat(attempt).isCancelled();
                    assertOutcome(context, "default", Outcome.ABORTED);
                });
    }

    static class Calls {

        private final Script script;

        Calls(Script script) {
            this.script = script;
        }

        @Backoff("default")
        public Single<String> onDefault() {
            return Single.fromCallable(script::next);
        }

        @Backoff("brief")
        public Single<String> onBrief() {
            return Single.fromCallable(script::next);
        }

        @Backoff("poor")
        public Single<String> onPoor() {
            return Single.fromCallable(script::next);
        }

        @Backoff("off")
        public Single<String> onOff() {
            return Single.fromCallable(script::next);
        }

        @Backoff("eager")
        public Single<String> onEager() {
            return Single.fromCallable(script::next);
        }

        @Backoff(fallback = "instead")
        public Single<String> withFallback() {
            return Single.fromCallable(script::next);
        }

        @Backoff("default")
        public Single<String> late(CompletableFuture<String> result) {
            return Single.<String>create(emitter -> emitter.setCancellable(() -> result.cancel(true)));
        }

        Single<String> instead(Throwable failure) {
            return Single.just("instead of " + failure.getMessage());
        }
    }
}
