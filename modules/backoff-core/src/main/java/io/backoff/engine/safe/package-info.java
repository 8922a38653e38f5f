/**
 * Invokes components of the application, such as listeners and classifiers. Failures of these components do not make
 * calls fail.
 */
@Internal
@NullMarked
package io.backoff.engine.safe;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
