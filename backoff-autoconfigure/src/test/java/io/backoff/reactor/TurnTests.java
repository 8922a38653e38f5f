package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TurnTests {

    private final Turn turn = new Turn();

    @Test
    void isTakenAndGivenBack() {
        assertThat(turn.take()).isTrue();
        assertThat(turn.take()).isFalse();
        assertThat(turn.giveBack()).isTrue();
        assertThat(turn.take()).isTrue();
    }

    @Test
    void isOverAfterACancellation() {
        assertThat(turn.cancel()).isTrue();
        assertThat(turn.cancel()).isFalse();
        assertThat(turn.take()).isFalse();
    }

    @Test
    void leavesACancellationToWhoDecides() {
        turn.take();
        assertThat(turn.cancel()).isFalse();
        assertThat(turn.giveBack()).isFalse();
    }

    @Test
    void isNotCancelledAfterTheEnd() {
        turn.take();
        turn.end();
        assertThat(turn.cancel()).isFalse();
        assertThat(turn.take()).isFalse();
    }
}
