/** Policies: immutable snapshots of everything that decides whether and when a call is retried. Plain Java. */
@NullMarked
package io.backoff.policy;

import org.jspecify.annotations.NullMarked;
