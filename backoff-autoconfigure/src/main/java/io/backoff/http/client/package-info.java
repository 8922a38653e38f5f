/** HTTP clients: finds the answer of a callee in their exceptions. */
@NullMarked
package io.backoff.http.client;

import org.jspecify.annotations.NullMarked;
