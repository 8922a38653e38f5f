/**
 * The HTTP headers with which callers and callees exchange information about retries: formats and parsers. Plain Java.
 */
@NullMarked
package io.backoff.http;

import org.jspecify.annotations.NullMarked;
