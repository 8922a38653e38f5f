/** The soak test of adopted methods: other libraries retry them, and this library observes or governs the retries. */
@NullMarked
package io.backoff.benchmarks.soak.adopted;

import org.jspecify.annotations.NullMarked;
