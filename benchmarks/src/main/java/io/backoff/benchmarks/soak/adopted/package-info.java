/** The part of the soak in which other libraries retry, and this one observes or governs. */
@NullMarked
package io.backoff.benchmarks.soak.adopted;

import org.jspecify.annotations.NullMarked;
