package io.backoff.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultExpressionTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "#result == 'pending' | true",
                "#result == 'done' | false",
                "#result == null | false",
                "#result.length() > 3 | true",
                "'yes' | true",
                "null | false"
            })
    void judgesAResult(String text, boolean rejected) {
        assertThat(ResultExpression.parse(text).rejects("pending")).isEqualTo(rejected);
    }

    @Test
    void judgesNull() {
        assertThat(ResultExpression.parse("#result == null").rejects(null)).isTrue();
    }

    /** A broken expression must not multiply calls that succeeded. */
    @ParameterizedTest
    @ValueSource(strings = {"#result.missing", "#result.length()", "'perhaps'", "1 / 0 > 1"})
    void acceptsTheResultWhenItFails(String text) {
        assertThat(ResultExpression.parse(text).rejects(null)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "#result ==",
                "#reslt",
                "#result and #other",
                "#a0",
                "#isDone(#result)",
                "@bean.done",
                "result.pending",
                "!result"
            })
    void rejectsWhatCannotWork(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ResultExpression.parse(text));
    }

    /** Results are data, even if they look like expressions. */
    @Test
    void evaluatesNothingThatItJudges() {
        String code = "T(java.lang.System).setProperty('ran', 'code')";
        assertThat(ResultExpression.parse("#result.length() > 5").rejects(code)).isTrue();
        assertThat(System.getProperty("ran")).isNull();
    }

    @Test
    void acceptsVariablesOfSelections() {
        assertThat(ResultExpression.parse("#result.?[#this > 1].empty").rejects(List.of(1)))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "#result < #amount | true",
                "#result < #a0 | true",
                "#result == #p1.length() | true",
                "limit < 5 | true"
            })
    void readsTheArgumentsAndTheBean(String text, boolean rejected) throws Exception {
        var method = Account.class.getMethod("withdraw", int.class, String.class);
        Object[] arguments = {10, "abc"};
        assertThat(ResultExpression.parse(text, method, Account.class).rejects(3, new Account(), method, arguments))
                .isEqualTo(rejected);
    }

    public static class Account {

        public int getLimit() {
            return 3;
        }

        public int withdraw(int amount, String currency) {
            return amount;
        }
    }
}
