/**
 * Stores idempotency keys in a database. The scripts {@code schema-<database>.sql} in this package create the table.
 */
@NullMarked
package io.backoff.idempotency.jdbc;

import org.jspecify.annotations.NullMarked;
