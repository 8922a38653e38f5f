package io.backoff.idempotency.jdbc;

import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The data sources of the store.
 *
 * @param application the application's connections to the database of the keys
 * @param leases connections to the same database for leases, if the application provides them
 * @param pools opens a pool beside the application's pool
 */
record StoreDataSources(
        DataSource application, ObjectProvider<DataSource> leases, ObjectProvider<LeaseConnections.Factory> pools) {}
