/** Idempotency keys in a database. The table is in the scripts {@code schema-<database>.sql} beside this package. */
@NullMarked
package io.backoff.idempotency.jdbc;

import org.jspecify.annotations.NullMarked;
