/** Guards calls in code that AspectJ has woven, when classes are loaded or compiled. */
@NullMarked
package io.backoff.aspectj;

import org.jspecify.annotations.NullMarked;
