/** HTTP servers: what requests say of their attempts, and what rejected callers are told about another one. */
@NullMarked
package io.backoff.http.server;

import org.jspecify.annotations.NullMarked;
