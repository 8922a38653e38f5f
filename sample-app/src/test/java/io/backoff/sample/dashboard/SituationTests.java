package io.backoff.sample.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.sample.dashboard.Situation.Level;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SituationTests {

    private static final StoredCalls DELIVERED = new StoredCalls(3, 0, false);

    private static final String ONE_REQUEST = "The provider gets about one request per order.";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # paid | recovered | failed | requests | orders  | provider | text
            200    | 0         | 0      | 200      | FINE    | FINE     | All orders are paid.
            180    | 20        | 0      | 220      | FINE    | FINE     | All orders are paid.
            100    | 100       | 0      | 300      | FINE    | WARNING  | All orders are paid.
            0      | 200       | 0      | 400      | FINE    | WARNING  | All orders are paid.
            100    | 98        | 2      | 239      | FINE    | FINE     | Nearly all orders are paid.
            197    | 0         | 3      | 200      | WARNING | FINE     | Some orders are not paid.
            100    | 0         | 100    | 240      | WARNING | WARNING  | Some orders are not paid.
            99     | 0         | 101    | 200      | ALARM   | FINE     | Most orders are not paid.
            1      | 0         | 1999   | 2000     | ALARM   | FINE     | Most orders are not paid.
            0      | 0         | 200    | 200      | ALARM   | FINE     | No orders are paid.
            0      | 0         | 200    | 319      | ALARM   | WARNING  | No orders are paid.
            0      | 0         | 200    | 600      | ALARM   | WARNING  | No orders are paid.
            """)
    void describesHowManyOrdersArePaid(
            long paid, long recovered, long failed, long requests, Level orders, Level provider, String text) {
        Situation situation =
                Situation.of(20, budget(true, 5), DELIVERED, totals(10, paid, recovered, failed, requests));
        assertThat(situation.orders()).isEqualTo(orders);
        assertThat(situation.provider()).isEqualTo(provider);
        assertThat(situation.text()).startsWith(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # requests | on    | tokens | text
            200        | true  | 20     | The provider gets about one request per order.
            239        | true  | 1      | The provider gets about one request per order.
            240        | true  | 1      | Retries add to the load on the provider.
            319        | true  | 1      | Retries add to the load on the provider.
            600        | true  | 1      | Retries add to the load on the provider.
            319        | false | 1      | Retries add to the load on the provider. The retry budget is off.
            320        | false | 1      | Retry storm: retries multiply the load on the provider. The retry budget is off.
            200        | true  | 0      | The provider gets about one request per order. The retry budget is empty.
            600        | false | 0      | Retry storm: retries multiply the load on the provider. The retry budget is off.
            200        | false | 20     | The provider gets about one request per order. The retry budget is off.
            """)
    void describesTheLoadOnTheProviderAndTheBudget(long requests, boolean on, int tokens, String text) {
        assertThat(Situation.of(20, budget(on, tokens), DELIVERED, totals(10, 0, 0, 200, requests))
                        .text())
                .isEqualTo("No orders are paid. " + text);
    }

    @Test
    void explainsWhyThereAreNoOrders() {
        assertThat(Situation.of(0, budget(true, 20), DELIVERED, totals(10, 0, 0, 0, 0)))
                .isEqualTo(new Situation(
                        Level.UNKNOWN, Level.UNKNOWN, "No orders are placed. Raise the load to place some."));
        assertThat(Situation.of(20, budget(true, 20), DELIVERED, totals(0, 0, 0, 0, 0)))
                .isEqualTo(new Situation(Level.UNKNOWN, Level.UNKNOWN, "Waiting for the first orders."));
        assertThat(Situation.of(20, budget(true, 20), DELIVERED, totals(5, 0, 0, 0, 0)))
                .isEqualTo(new Situation(Level.ALARM, Level.UNKNOWN, "Orders are placed, but none finishes."));
    }

    /** Someone else's batch, with the slider at 0. */
    @Test
    void describesOrdersThatCustomersDidNotPlace() {
        assertThat(Situation.of(0, budget(true, 20), DELIVERED, totals(10, 5, 0, 0, 5))
                        .text())
                .isEqualTo("All orders are paid. " + ONE_REQUEST);
    }

    @Test
    void saysThatDeliveryIsPaused() {
        StoredCalls paused = new StoredCalls(393, 0, true);
        assertThat(Situation.of(20, budget(true, 5), paused, totals(10, 99, 0, 1, 100))
                        .text())
                .isEqualTo("Nearly all orders are paid. " + ONE_REQUEST + " Delivery of confirmations is paused.");
        assertThat(Situation.of(0, budget(true, 20), paused, totals(10, 0, 0, 0, 0))
                        .text())
                .endsWith(" Delivery of confirmations is paused.");
    }

    private static BudgetState budget(boolean on, int tokens) {
        return new BudgetState(on, tokens, 20, 0.1, 0.1);
    }

    private static Totals totals(double seconds, long paid, long recovered, long failed, long requests) {
        return new Totals(seconds, paid, recovered, failed, requests, 0, List.of());
    }
}
