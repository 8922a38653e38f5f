package io.backoff.amqp;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownListener;
import io.backoff.engine.TimeSource;
import io.backoff.engine.TimeSource.Purpose;
import io.backoff.engine.TimeSource.Scheduled;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.amqp.rabbit.connection.ChannelProxy;

/**
 * The channel of a delivery. Once it is closed, the broker delivers the message again, and this delivery no longer
 * counts.
 */
record DeliveryChannel(Channel channel) {

    /** The channel behind a proxy: the proxy opens another one in its place. */
    static DeliveryChannel of(Channel channel) {
        return new DeliveryChannel(channel instanceof ChannelProxy proxy ? proxy.getTargetChannel() : channel);
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    void requeue(long deliveryTag) {
        try {
            channel.basicNack(deliveryTag, false, true);
        } catch (IOException | AlreadyClosedException closed) {
            // The broker delivers the message again in any case.
        }
    }

    /** Waits for the time to pass, the channel to close or the application to stop. */
    void pause(TimeSource time, Duration delay) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        ShutdownListener closed = cause -> over.countDown();
        // Calls the listener immediately if the channel is closed.
        channel.addShutdownListener(closed);
        try {
            await(over, time.schedule(over::countDown, delay, Purpose.DELAY));
        } catch (RejectedExecutionException stopped) {
            // The application has stopped.
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
