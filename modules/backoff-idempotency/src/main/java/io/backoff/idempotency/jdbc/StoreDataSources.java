package io.backoff.idempotency.jdbc;

import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The sources of the store's connections.
 *
 * @param application the database of the keys
 * @param leases the same database for leases, if the application provides one
 * @param pools opens a pool beside the application's
 */
record StoreDataSources(
        DataSource application, ObjectProvider<DataSource> leases, ObjectProvider<LeaseConnections.Factory> pools) {}
