package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallStateTests {

    private final CallState state = new CallState();

    @Test
    void isTakenAndGivenBack() {
        assertThat(state.take()).isTrue();
        assertThat(state.take()).isFalse();
        assertThat(state.giveBack()).isTrue();
        assertThat(state.take()).isTrue();
    }

    @Test
    void isOverAfterACancellation() {
        assertThat(state.cancel()).isTrue();
        assertThat(state.cancel()).isFalse();
        assertThat(state.take()).isFalse();
    }

    @Test
    void leavesACancellationToWhoDecides() {
        state.take();
        assertThat(state.cancel()).isFalse();
        assertThat(state.giveBack()).isFalse();
    }

    @Test
    void isNotCancelledAfterTheEnd() {
        state.take();
        state.end();
        assertThat(state.cancel()).isFalse();
        assertThat(state.take()).isFalse();
    }
}
