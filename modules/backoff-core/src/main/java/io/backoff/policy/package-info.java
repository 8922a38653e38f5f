/** The policy: an immutable snapshot of everything that decides whether and when to retry. Plain Java. */
@NullMarked
package io.backoff.policy;

import org.jspecify.annotations.NullMarked;
