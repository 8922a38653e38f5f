package io.backoff.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownListener;
import io.backoff.engine.Shutdown;
import io.backoff.engine.time.SystemTimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits for the turn of a message, which would last for an hour. */
@Timeout(30)
class DeliveryChannelTests {

    private final Shutdown shutdown = new Shutdown();
    private final SystemTimeSource time = new SystemTimeSource(shutdown, Runnable::run);
    private final Channel channel = mock();
    private final List<ShutdownListener> listeners = new CopyOnWriteArrayList<>();

    @BeforeEach
    void remember() {
        doAnswer(added -> listeners.add(added.getArgument(0))).when(channel).addShutdownListener(any());
        doAnswer(removed -> listeners.remove(removed.<ShutdownListener>getArgument(0)))
                .when(channel)
                .removeShutdownListener(any());
    }

    @AfterEach
    void close() {
        time.close();
    }

    @Test
    void endWithTheChannel() throws Exception {
        endWhen(thread -> listeners.get(0).shutdownCompleted(null));
    }

    @Test
    void endWithTheSignalOfTheTurn() throws Exception {
        endWhen(LockSupport::unpark);
    }

    @Test
    void endWithAShutdown() throws Exception {
        endWhen(thread -> shutdown.begin());
    }

    @Test
    void endWithAnInterrupt() throws Exception {
        endWhen(Thread::interrupt);
    }

    private void endWhen(Consumer<Thread> event) throws InterruptedException {
        var waiter = new Thread(() -> {
            try {
                new DeliveryChannel(channel).park(time, Duration.ofHours(1));
            } catch (InterruptedException expected) {
                Thread.currentThread().interrupt();
            }
        });
        waiter.start();
        await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
        event.accept(waiter);
        waiter.join();
        assertThat(listeners).isEmpty();
    }
}
