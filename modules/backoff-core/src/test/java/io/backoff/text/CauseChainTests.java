package io.backoff.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class CauseChainTests {

    @Test
    void endsUnwrappingAtTheFailureOrAtAWrapperWithoutOne() {
        IOException failure = new IOException(new IllegalStateException());
        CompletionException empty = new CompletionException("cancelled", null);
        assertThat(CauseChain.unwrap(new CompletionException(new ExecutionException(failure))))
                .isSameAs(failure);
        assertThat(CauseChain.unwrap(new ExecutionException(empty))).isSameAs(empty);
    }
}
