package io.backoff.redelivery.call;

import java.io.Serializable;
import java.time.Instant;

/**
 * Who has paused delivery. Serializable for schedulers that an application builds without our serializer.
 *
 * @param by name of the author
 * @param source where the request came from: {@code endpoint} or {@code jmx}
 * @param since when
 */
public record DeliveryPause(String by, String source, Instant since) implements Serializable {}
