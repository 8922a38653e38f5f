package io.backoff.architecture.logs;

import io.backoff.message.LogMessage;

final class CreatesMessagesAtRunTime {

    void run() {
        LogMessage.warning("Of which nobody has written what it means").with();
    }
}
