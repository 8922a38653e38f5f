package io.backoff.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallStateTests {

    private final CallState state = new CallState();

    @Test
    void isClaimedAndReleased() {
        assertThat(state.claim()).isTrue();
        assertThat(state.claim()).isFalse();
        assertThat(state.release()).isTrue();
        assertThat(state.claim()).isTrue();
    }

    @Test
    void isOverAfterACancellation() {
        assertThat(state.cancel()).isTrue();
        assertThat(state.cancel()).isFalse();
        assertThat(state.claim()).isFalse();
    }

    @Test
    void leavesACancellationToWhoDecides() {
        state.claim();
        assertThat(state.cancel()).isFalse();
        assertThat(state.release()).isFalse();
    }

    @Test
    void isNotCancelledAfterTheEnd() {
        state.claim();
        state.end();
        assertThat(state.cancel()).isFalse();
        assertThat(state.claim()).isFalse();
    }
}
