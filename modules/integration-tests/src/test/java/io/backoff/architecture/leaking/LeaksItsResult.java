package io.backoff.architecture.leaking;

import io.backoff.architecture.leaking.secret.Hidden;
import java.util.List;

public class LeaksItsResult {

    public List<Hidden> result() {
        return List.of();
    }
}
