package io.backoff.config;

import java.util.Locale;

/** A well-known system whose delays and limits a policy can use. */
public enum Preset {
    /** Celery: full jitter in whole seconds, at most 10 minutes. */
    CELERY,
    /** Ethernet (IEEE 802.3): truncated binary exponential backoff in slots of 51.2 microseconds. */
    ETHERNET,
    /** The connect loop in the book <i>Advanced Programming in the UNIX Environment</i>: 1, 2, 4, ... 32 seconds. */
    UNIX_CONNECT,
    /** Google Cloud: 2^n seconds plus up to one second, at most 32 seconds. */
    GOOGLE_CLOUD,
    /** cenkalti/backoff of Go: 0.5 seconds, times 1.5 per retry up to a minute, each delay plus or minus 50 percent. */
    CENKALTI,
    /** 100 milliseconds doubling to 30 seconds, plus up to 100 milliseconds. */
    ADDITIVE,
    /** Polling of a status, with a delay before each query: 100 milliseconds doubling to 10 seconds. */
    POLL,
    /** Redelivery of a payment notification: fifteen times within about a day. */
    PAYMENT_NOTIFICATION,
    /** Retries of conflicting transactions: 10 milliseconds doubling to 250. */
    OPTIMISTIC_LOCK,
    /** AWS SDKs, as announced for November 2026: 50 milliseconds (after throttling, 1 s) doubling to 20 seconds. */
    AWS;

    /** The name in the configuration, for example {@code google-cloud}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
