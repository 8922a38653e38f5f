/**
 * Applications under load, whose processes, brokers, stores and connections are killed. Every feature that stores or
 * delivers has a test for each store: {@code .ci/full kills} runs them.
 */
package io.backoff.kills;
