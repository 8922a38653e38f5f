package io.backoff.idempotency.jdbc;

import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Where the store gets connections.
 *
 * @param application the database that keys are kept in
 * @param leases the same for leases, if the application provides it
 * @param pools open a pool beside that of the application
 */
record StoreDataSources(
        DataSource application, ObjectProvider<DataSource> leases, ObjectProvider<LeaseConnections.Factory> pools) {}
