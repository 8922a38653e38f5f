/**
 * Servers of any protocol: counts incoming attempts, decides whether rejected callers may retry, and holds the scope of a
 * request. What all protocols of an application receive is counted together.
 */
@Internal
@NullMarked
package io.backoff.server;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
