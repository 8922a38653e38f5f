/** HTTP servers: what requests say of their attempts, and what rejected callers are told about another one. */
@Internal
@NullMarked
package io.backoff.http.server;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
