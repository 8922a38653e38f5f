package io.backoff.rewrite.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SummaryTests {

    private static final Summary SUMMARY = new Summary(List.of(
            outcome("shop.Stock", "reserve", "stock", null),
            outcome("shop.Orders", "place", "orders", null),
            outcome("shop.Orders", "book", null, "'stateful' has no equivalent"),
            outcome("shop.Orders", "cancel", "orders", null),
            outcome("shop.Mail", "", null, "code must be migrated by hand")));

    @Test
    void whatWasMigratedIsListedByClass() {
        assertThat(SUMMARY.migrated())
                .containsExactly(
                        "3 of 5 uses of the former library are migrated, 2 stay",
                        "shop.Orders: place, cancel -> policy 'orders'",
                        "shop.Stock: reserve -> policy 'stock'");
    }

    @Test
    void whatStaysIsListedWithTheReason() {
        assertThat(SUMMARY.staying())
                .containsExactly(
                        "shop.Mail: the class stays: code must be migrated by hand",
                        "shop.Orders: book stays: 'stateful' has no equivalent");
    }

    private static Outcome outcome(String type, String method, @Nullable String policy, @Nullable String reason) {
        return new Outcome("Some.java", type, method, policy, reason);
    }
}
