package io.backoff.failure;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;

/** A row with a version, that transactions compete for. */
@Entity(name = "account")
class Account {

    @Id
    private int id;

    private int changes;

    @Version
    private int version;

    protected Account() {}

    Account(int id) {
        this.id = id;
    }

    void change() {
        changes++;
    }
}
