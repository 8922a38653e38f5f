/** A web application with JPA, which {@code LoadTimeWeavingTests} starts under the agent. */
@NullMarked
package io.backoff.aspectj.shop;

import org.jspecify.annotations.NullMarked;
