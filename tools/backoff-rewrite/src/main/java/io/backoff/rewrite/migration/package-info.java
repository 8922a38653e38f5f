/** Migrates a project: scans it, plans the changes, and changes its code. */
@NullMarked
package io.backoff.rewrite.migration;

import org.jspecify.annotations.NullMarked;
