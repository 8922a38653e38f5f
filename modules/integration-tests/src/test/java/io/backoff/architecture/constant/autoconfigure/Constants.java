package io.backoff.architecture.constant.autoconfigure;

public interface Constants {

    int ORDER = 1;
}
