/** Methods annotated with {@link io.backoff.Idempotent}: validates them and runs each operation once. */
@NullMarked
package io.backoff.idempotency.method;

import org.jspecify.annotations.NullMarked;
