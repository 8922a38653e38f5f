package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;

class NumberedTermsTests {

    @Test
    void areFoundByNumber() {
        Terms terms = terms();
        Terms others = terms();
        assertThat(NumberedTerms.get(terms.number())).isSameAs(terms);
        assertThat(NumberedTerms.get(others.number())).isSameAs(others);
    }

    @Test
    void areUnknownByAnyOtherNumber() {
        assertThat(NumberedTerms.get(0)).isNull();
        assertThat(NumberedTerms.get(Long.MAX_VALUE)).isNull();
    }

    @Test
    void areNotKeptFromTheCollector() {
        long number = terms().number();
        await().until(() -> {
            System.gc();
            return NumberedTerms.get(number) == null;
        });
    }

    private static Terms terms() {
        Calls calls = new Calls();
        calls.listeners.clear();
        return calls.guard().terms();
    }
}
