package io.backoff.deadline;

import io.backoff.aspectj.WovenContexts;
import java.util.List;
import java.util.stream.Stream;

/** Attempts of woven methods. */
class CutAttemptWovenTests extends CutAttemptContract {

    @Override
    protected List<? extends AsyncWay> ways() {
        return Stream.of(FutureWay.values()).filter(Way::isAnnotated).toList();
    }

    @Override
    protected List<Class<?>> furtherConfigurations() {
        return List.of(WovenContexts.configurations());
    }

    @Override
    protected String[] properties() {
        return new String[] {WovenContexts.MODE};
    }
}
