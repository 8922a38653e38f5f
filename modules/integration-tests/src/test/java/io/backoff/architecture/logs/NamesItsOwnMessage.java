package io.backoff.architecture.logs;

import io.backoff.message.LogMessage;

abstract class NamesItsOwnMessage implements LogMessage {}
