/** The soak test of adopted methods: other libraries retry, and this one observes or governs. */
@NullMarked
package io.backoff.benchmarks.soak.adopted;

import org.jspecify.annotations.NullMarked;
