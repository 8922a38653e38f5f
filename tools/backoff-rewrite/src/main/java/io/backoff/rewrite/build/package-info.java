/** Changes the dependencies in {@code pom.xml} and Gradle files. */
@NullMarked
package io.backoff.rewrite.build;

import org.jspecify.annotations.NullMarked;
