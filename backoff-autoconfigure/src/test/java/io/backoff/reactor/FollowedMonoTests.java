package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.result.Followed;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;

class FollowedMonoTests {

    private final IOException failure = new IOException("down");

    @Test
    void failsAlthoughTheReportThrows() {
        Sinks.One<String> source = Sinks.one();
        CompletableFuture<String> result = new FollowedMono<>(source.asMono(), new BrokenReports()).toFuture();
        catchThrowable(() -> source.tryEmitError(failure));
        assertThat(result.handle((value, thrown) -> thrown)).isCompletedWithValue(failure);
    }

    private static final class BrokenReports implements Followed {

        @Override
        public void returned(@Nullable Object value) {
            throw new IllegalStateException("report");
        }

        @Override
        public void failed(Throwable thrown) {
            throw new IllegalStateException("report");
        }
    }
}
