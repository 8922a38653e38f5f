/** Calls components of the application, such as listeners and classifiers, and keeps their failures away from calls. */
@Internal
@NullMarked
package io.backoff.engine.safe;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
