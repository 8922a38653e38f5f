package io.backoff.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Context;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.ThreadLocalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.core.OverridingClassLoader;

class GrpcContextAccessorTests {

    private static final Context.Key<String> NAME = Context.key("name");
    // gRPC logs here that a context was not detached in order.
    private static final Logger GRPC = Logger.getLogger("io.grpc.ThreadLocalContextStorage");

    private final ContextSnapshotFactory snapshots =
            ContextSnapshotFactory.builder().clearMissing(true).build();
    private final Warnings warnings = new Warnings();

    @BeforeEach
    void record() {
        GRPC.addHandler(warnings);
    }

    @AfterEach
    void check() {
        GRPC.removeHandler(warnings);
        assertThat(warnings.messages).isEmpty();
        assertThat(Context.current()).isSameAs(Context.ROOT);
    }

    @Test
    void isRegistered() {
        assertThat(ContextRegistry.getInstance().getThreadLocalAccessors())
                .hasAtLeastOneElementOfType(GrpcContextAccessor.class);
    }

    @Test
    void capturesNoRoot() {
        assertThat(new GrpcContextAccessor().getValue()).isNull();
    }

    @Test
    void restoresTheContextOfTheThread() {
        Context captured = named("captured");
        ContextSnapshot snapshot = capture(captured);
        snapshot.wrap(() -> assertCurrent(captured)).run();
        Context own = named("own");
        own.run(() -> {
            snapshot.wrap(() -> assertCurrent(captured)).run();
            assertCurrent(own);
        });
    }

    @Test
    void hidesTheContextOfTheThreadFromACallerWithoutOne() {
        ContextSnapshot snapshot = snapshots.captureAll();
        Context own = named("own");
        own.run(() -> {
            snapshot.wrap(() -> assertCurrent(Context.ROOT)).run();
            assertCurrent(own);
        });
    }

    @Test
    void nests() {
        Context outer = named("outer");
        Context inner = named("inner");
        Runnable innermost = capture(inner).wrap(() -> {
            named("attached").run(() -> assertThat(NAME.get()).isEqualTo("attached"));
            assertCurrent(inner);
        });
        Runnable middle = capture(inner).wrap(() -> {
            innermost.run();
            assertCurrent(inner);
        });
        capture(outer)
                .wrap(() -> {
                    middle.run();
                    assertCurrent(outer);
                })
                .run();
    }

    @Test
    void restoresNothingThatItDidNotSet() {
        Context own = named("own");
        own.run(() -> {
            new GrpcContextAccessor().restore();
            assertCurrent(own);
        });
    }

    /** The module is on the class path of all applications that use the starter. */
    @Test
    void doesNothingWithoutGrpc() throws Exception {
        ClassLoader withoutGrpc = new OverridingClassLoader(new FilteredClassLoader("io.grpc")) {
            @Override
            protected boolean isEligibleForOverriding(String name) {
                return name.startsWith("io.backoff.grpc.");
            }
        };
        ThreadLocalAccessor<?> accessor = (ThreadLocalAccessor<?>) withoutGrpc
                .loadClass(GrpcContextAccessor.class.getName())
                .getConstructor()
                .newInstance();
        ContextRegistry registry = new ContextRegistry().registerThreadLocalAccessor(accessor);
        ContextSnapshotFactory factory = ContextSnapshotFactory.builder()
                .contextRegistry(registry)
                .clearMissing(true)
                .build();
        ContextSnapshot snapshot = factory.captureAll();
        Context own = named("own");
        own.run(() -> {
            snapshot.wrap(() -> assertCurrent(own)).run();
        });
    }

    private static void assertCurrent(Context expected) {
        assertThat(Context.current()).isSameAs(expected);
    }

    private static Context named(String name) {
        return Context.ROOT.withValue(NAME, name);
    }

    private ContextSnapshot capture(Context context) {
        Context before = context.attach();
        try {
            return snapshots.captureAll();
        } finally {
            context.detach(before);
        }
    }

    private static final class Warnings extends Handler {

        final List<String> messages = new ArrayList<>();

        @Override
        public void publish(LogRecord logged) {
            messages.add(logged.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
