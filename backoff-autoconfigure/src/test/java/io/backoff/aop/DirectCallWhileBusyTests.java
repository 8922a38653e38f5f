package io.backoff.aop;

import io.backoff.engine.BusyTime;
import io.backoff.engine.TimeSource;

/** The same while there are so many calls that they take another way. */
class DirectCallWhileBusyTests extends DirectCallTests {

    @Override
    TimeSource time() {
        BusyTime time = new BusyTime();
        time.busyness.begin();
        return time;
    }
}
