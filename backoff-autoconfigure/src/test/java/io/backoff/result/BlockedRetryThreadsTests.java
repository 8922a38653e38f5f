package io.backoff.result;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.aop.OtherThreadTime;
import io.backoff.engine.TimeSource;
import io.backoff.rxjava.BackoffRxJavaAutoConfiguration;
import io.backoff.testkit.Applications;
import io.backoff.testkit.Logged;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.system.CapturedOutput;

@Logged(BlockedRetryThreads.class)
class BlockedRetryThreadsTests {

    private static final String REPORT = "blocked retry thread backoff-retry-1 for 2 s before it returned its future";

    @Test
    void aMethodThatBlocksIsReportedOnce(CapturedOutput output) {
        call(Slow::blocking);
        assertThat(output.getOut()).containsOnlyOnce("Slow.blocking " + REPORT);
    }

    @Test
    void aMethodThatBlocksItsCallerOnlyIsNot(CapturedOutput output) {
        call(Slow::blockingFirst);
        assertThat(output.getOut()).doesNotContain(REPORT);
    }

    /** It blocks where it is subscribed to. */
    @Test
    void aSingleThatBlocksIsReportedOnce(CapturedOutput output) {
        call(slow -> slow.single().toCompletionStage().toCompletableFuture());
        assertThat(output.getOut()).containsOnlyOnce("Slow.single " + REPORT);
    }

    private static void call(Call method) {
        Applications.backoff(BackoffRxJavaAutoConfiguration.class)
                .withPropertyValues(policy("default", "max-attempts=4, max-elapsed=0"))
                .withBean(OtherThreadTime.class)
                .withBean(Slow.class)
                .run(context -> assertThat(method.make(context.getBean(Slow.class))
                                .handle((result, failure) -> failure)
                                .join())
                        .hasMessage("down"));
    }

    interface Call {

        CompletableFuture<String> make(Slow slow) throws InterruptedException;
    }

    static class Slow {

        private final TimeSource time;
        private int attempts;

        Slow(TimeSource time) {
            this.time = time;
        }

        @Backoff
        public CompletableFuture<String> blocking() throws InterruptedException {
            time.sleep(Duration.ofSeconds(2));
            return CompletableFuture.failedFuture(new IllegalStateException("down"));
        }

        @Backoff
        public CompletableFuture<String> blockingFirst() throws InterruptedException {
            if (++attempts == 1) {
                time.sleep(Duration.ofSeconds(2));
            }
            return CompletableFuture.failedFuture(new IllegalStateException("down"));
        }

        @Backoff
        public Single<String> single() {
            return Single.fromCallable(() -> {
                time.sleep(Duration.ofSeconds(2));
                throw new IllegalStateException("down");
            });
        }
    }
}
