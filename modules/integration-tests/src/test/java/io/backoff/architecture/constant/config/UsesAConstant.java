package io.backoff.architecture.constant.config;

import io.backoff.architecture.constant.autoconfigure.Constants;

interface UsesAConstant {

    int ORDER = Constants.ORDER;
}
