/** What travels over HTTP between a caller and a callee about retries: formats and their parsing. Plain Java. */
@NullMarked
package io.backoff.http;

import org.jspecify.annotations.NullMarked;
