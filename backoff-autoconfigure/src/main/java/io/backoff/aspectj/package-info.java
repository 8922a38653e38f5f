/** Guards calls in code that AspectJ has woven, when classes are loaded or compiled. */
@Internal
@NullMarked
package io.backoff.aspectj;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
