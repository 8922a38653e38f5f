package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import io.backoff.grpc.client.BackoffGrpcClientAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Docs;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The policy of the page on gRPC clients, against a server that is rejecting calls with its longest pushback. */
class GrpcPageTests {

    private static final String LONGEST_PUSHBACK = "1500";

    @Test
    void thePolicyHasTimeForAllOfItsAttempts() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(BackoffAutoConfiguration.class, BackoffGrpcClientAutoConfiguration.class))
                .withBean(FakeTime.class)
                .withPropertyValues(policyOfThePage())
                .withPropertyValues("backoff.policies.stock.budget=none")
                .run(application -> {
                    BackoffOperations operations = application.getBean(BackoffOperations.class);
                    for (int call = 0; call < 100; call++) {
                        AtomicInteger attempts = new AtomicInteger();
                        assertThat(operations.call("stock", () -> thirdFailure(attempts)))
                                .isEqualTo("reserved");
                    }
                    assertThat(application.getBean(FakeTime.class).waits())
                            .hasSize(300)
                            .allMatch(each -> each.compareTo(Duration.ofMillis(1_500)) >= 0);
                });
    }

    private static String[] policyOfThePage() {
        return Arrays.stream(Docs.properties(Docs.GUIDE.resolve("grpc.md")))
                .filter(each -> each.startsWith("backoff.policies.stock.max-"))
                .toArray(String[]::new);
    }

    private static String thirdFailure(AtomicInteger attempts) {
        if (attempts.incrementAndGet() <= 3) {
            Metadata trailers = new Metadata();
            trailers.put(Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER), LONGEST_PUSHBACK);
            throw new StatusRuntimeException(Status.UNAVAILABLE, trailers);
        }
        return "reserved";
    }
}
