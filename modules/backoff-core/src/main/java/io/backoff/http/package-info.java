/** What callers and callees exchange about retries over HTTP: formats and their parsing. Plain Java. */
@NullMarked
package io.backoff.http;

import org.jspecify.annotations.NullMarked;
