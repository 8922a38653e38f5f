package io.backoff.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

class ExpressionHintsTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#result.owner.name == 'x'",
                "#result.owner.getName() == 'x'",
                "!#result.owner?.name.empty",
                "#result['owner']['name'] == 'x'"
            })
    void followPathsOfProperties(String expression) {
        var hints = hints(expression, "account");
        assertThat(reflection().onMethodInvocation(Account.class, "getOwner")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Person.class, "getName")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Person.class, "getAge")).rejects(hints);
    }

    @Test
    void knowFields() {
        assertThat(reflection().onFieldAccess(Account.class, "balance"))
                .accepts(hints("#result.balance < 0", "account"));
    }

    @Test
    void knowMethodsOfTheJdk() {
        assertThat(reflection().onMethodInvocation(List.class, "isEmpty")).accepts(hints("#result.empty", "list"));
        assertThat(reflection().onMethodInvocation(Optional.class, "isPresent"))
                .accepts(hints("!#result.isPresent()", "optional"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"later", "list", "byName", "array", "optional", "generic", "recursive"})
    void lookIntoWhatHoldsValues(String method) {
        var hints = hints("#result.owner.name == null or #result.value.owner.name == null", method);
        assertThat(reflection().onMethodInvocation(Person.class, "getName")).accepts(hints);
    }

    @Test
    void areEmptyForNoExpressionAndForARejectedOne() {
        assertThat(hints("", "account").reflection().typeHints()).isEmpty();
        assertThat(hints("#result.", "account").reflection().typeHints()).isEmpty();
    }

    private static RuntimeHints hints(String expression, String method) {
        var hints = new RuntimeHints();
        var source = ReflectionUtils.findMethod(Results.class, method);
        new ExpressionHints(List.of(expression))
                .register(hints.reflection(), List.of(ResolvableType.forMethodReturnType(source)));
        return hints;
    }

    interface Results {

        Account account();

        CompletableFuture<Account> later();

        List<Account> list();

        Map<String, List<Account>> byName();

        Account[] array();

        Optional<? extends Account> optional();

        Holder<Account> generic();

        Recursive<Account> recursive();
    }

    public abstract static class Account {

        public long balance;

        public abstract Person getOwner();
    }

    public interface Person {

        String getName();

        int getAge();
    }

    public interface Holder<T> {

        T getValue();
    }

    public interface Recursive<T> extends Holder<T> {

        <S extends Recursive<S>> Recursive<Recursive<S>> owner();
    }
}
