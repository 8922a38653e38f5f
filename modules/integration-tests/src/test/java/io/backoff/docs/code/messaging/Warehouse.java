package io.backoff.docs.code.messaging;

/** What the listener calls. */
interface Warehouse {

    void reserve(String order);
}
