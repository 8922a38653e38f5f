/** Calls components of the application, such as listeners and classifiers, so that their failures reach no call. */
@Internal
@NullMarked
package io.backoff.engine.safe;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
