package io.backoff.amqp;

import io.backoff.method.LazyBean;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.amqp.core.Declarables;
import org.springframework.amqp.core.Queue;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The queues that the application declares with a dead-letter exchange. AMQP has no query for the dead-letter exchange
 * of a queue, so an exchange is unknown if the queue is declared elsewhere, or if a broker policy sets the exchange.
 */
final class DeadLetterQueues {

    private static final String EXCHANGE = "x-dead-letter-exchange";

    private final LazyBean<List<Queue>> queues;

    DeadLetterQueues(ListableBeanFactory beans) {
        this.queues = new LazyBean<>(() -> declared(beans)
                .filter(queue -> queue.getArguments().containsKey(EXCHANGE))
                .toList());
    }

    private static Stream<Queue> declared(ListableBeanFactory beans) {
        return Stream.concat(
                BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, Queue.class).values().stream(),
                BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, Declarables.class).values().stream()
                        .flatMap(declarables -> declarables.getDeclarablesByType(Queue.class).stream()));
    }

    /** Whether the broker is known to dead-letter rejected messages of the queue. */
    boolean areKept(String queue) {
        // Compares the current name, because the broker generates the names of some queues when they are declared, and
        // again after each reconnect.
        return queues.get().stream()
                .anyMatch(declared -> declared.getActualName().equals(queue));
    }
}
