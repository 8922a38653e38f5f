package io.backoff.deadline;

import io.backoff.aspectj.WovenContexts;
import java.util.List;
import java.util.stream.Stream;

/** The time of calls of woven methods. */
class DeadlineWovenTests extends DeadlineContract {

    @Override
    protected List<? extends Way> ways() {
        return Stream.<Way>concat(Stream.of(BlockingWay.values()), Stream.of(FutureWay.values()))
                .filter(Way::isAnnotated)
                .toList();
    }

    @Override
    protected List<Class<?>> furtherConfigurations() {
        return List.of(WovenContexts.configurations());
    }

    @Override
    protected String[] properties() {
        return new String[] {WovenContexts.MODE};
    }

    /** Woven code serves the application that started last. */
    @Override
    protected boolean isAlone() {
        return true;
    }
}
