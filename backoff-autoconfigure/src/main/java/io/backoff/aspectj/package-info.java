/** Guards calls in code that AspectJ has woven, at load time or at compile time. */
@Internal
@NullMarked
package io.backoff.aspectj;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
