/** Migrates a project: what was found in it, the plan for it, and the change of its code. */
@NullMarked
package io.backoff.rewrite.migration;

import org.jspecify.annotations.NullMarked;
