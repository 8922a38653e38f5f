package io.backoff.redelivery.call;

import java.io.Serializable;
import java.time.Instant;

/**
 * A pause of delivery. Serializable, because an application may build a scheduler without our serializer.
 *
 * @param by name of the user who paused delivery, or {@code unknown}
 * @param source source of the request: {@code endpoint} or {@code jmx}
 * @param since start of the pause
 */
public record DeliveryPause(String by, String source, Instant since) implements Serializable {}
