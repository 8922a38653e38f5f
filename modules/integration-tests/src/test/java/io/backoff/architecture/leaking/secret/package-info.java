@Internal
package io.backoff.architecture.leaking.secret;

import io.backoff.Internal;
