package io.backoff.deadline;

import java.util.List;

/** Attempts of futures, of Mono and Flux. */
class CutAttemptTests extends CutAttemptContract {

    @Override
    protected List<? extends AsyncWay> ways() {
        return List.of(FutureWay.values());
    }
}
