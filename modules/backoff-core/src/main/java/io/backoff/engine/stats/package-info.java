/** Counts calls and retries. {@link io.backoff.engine.stats.CallMeters} connects a metrics library. Plain Java. */
@NullMarked
package io.backoff.engine.stats;

import org.jspecify.annotations.NullMarked;
