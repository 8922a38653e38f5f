package io.backoff.amqp;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownListener;
import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.TimeSource.Scheduled;
import io.backoff.engine.time.SystemTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.springframework.amqp.rabbit.connection.ChannelProxy;

/** The channel of a delivery. After it is closed, the broker redelivers the message, and this delivery is obsolete. */
record DeliveryChannel(Channel channel) {

    /**
     * Unwraps the channel from its proxy, if any, because the proxy would open another channel once this one is closed.
     */
    static DeliveryChannel of(Channel channel) {
        return new DeliveryChannel(channel instanceof ChannelProxy proxy ? proxy.getTargetChannel() : channel);
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    void acknowledge(long deliveryTag) {
        try {
            channel.basicAck(deliveryTag, false);
        } catch (IOException | AlreadyClosedException closed) {
            // The channel is closed, so the broker redelivers the message, although it has been recovered.
        }
    }

    void requeue(long deliveryTag) {
        try {
            channel.basicNack(deliveryTag, false, true);
        } catch (IOException | AlreadyClosedException closed) {
            // The channel is closed, so the broker redelivers the message anyway.
        }
    }

    /** Waits until the delay has passed, the channel is closed or the application stops. */
    void pause(TimeSource time, Duration delay) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        ShutdownListener closed = cause -> over.countDown();
        // A channel that is already closed calls the shutdown listener immediately.
        channel.addShutdownListener(closed);
        try {
            await(over, time.schedule(over::countDown, delay, Purpose.DELAY));
        } catch (RejectedExecutionException stopped) {
            // The application has stopped, so there is nothing to wait for.
        } finally {
            channel.removeShutdownListener(closed);
        }
    }

    /** Waits until the delay has passed, the thread is unparked, the channel is closed or the application stops. */
    void park(TimeSource time, Duration delay) throws InterruptedException {
        Thread waiter = Thread.currentThread();
        ShutdownListener closed = cause -> LockSupport.unpark(waiter);
        channel.addShutdownListener(closed);
        try {
            SystemTimeSource.park(time, delay);
        } finally {
            channel.removeShutdownListener(closed);
        }
    }

    private static void await(CountDownLatch over, Scheduled timer) throws InterruptedException {
        try {
            over.await();
        } finally {
            timer.cancel();
        }
    }
}
