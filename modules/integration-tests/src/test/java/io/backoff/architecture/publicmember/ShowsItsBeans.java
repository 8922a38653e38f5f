package io.backoff.architecture.publicmember;

import org.springframework.boot.autoconfigure.AutoConfiguration;

@AutoConfiguration
public final class ShowsItsBeans {

    public void bean() {}
}
