package io.backoff.idempotency.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Idempotent;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The type that results are read as is declared, but not always where the method is. */
class IdempotentGenericTests {

    private static final Parcel PARCEL = new Parcel("p-1");

    @Test
    void yieldsResultsOfTheClassAgain() {
        run(post -> {
            var first = post.weigh(PARCEL);
            assertThat(post.weigh(PARCEL)).isEqualTo(first).isNotSameAs(first);
        });
    }

    @Test
    void yieldsResultsInFuturesAgain() {
        run(post -> {
            assertThat(post.measure(PARCEL)).isCompletedWithValue(new Weight(3));
            assertThat(post.measure(PARCEL)).isCompletedWithValue(new Weight(3));
        });
    }

    @Test
    void yieldsResultsInListsAndFuturesAgain() {
        run(post -> {
            assertThat(post.weighLater(PARCEL)).isCompletedWithValue(List.of(new Weight(3)));
            assertThat(post.weighLater(PARCEL)).isCompletedWithValue(List.of(new Weight(3)));
        });
    }

    private static void run(Consumer<ParcelPost> test) {
        IdempotentApplication.with(ParcelPost.class).run(context -> test.accept(context.getBean(ParcelPost.class)));
    }

    record Parcel(String id) {}

    record Weight(int grams) {}

    abstract static class Post<T, R> {

        @Idempotent(key = "#item.id")
        R weigh(T item) {
            return weight(item);
        }

        @Idempotent(key = "#item.id")
        CompletableFuture<List<R>> weighLater(T item) {
            return CompletableFuture.completedFuture(List.of(weight(item)));
        }

        abstract R weight(T item);
    }

    static class ParcelPost extends Post<Parcel, Weight> {

        @Idempotent(key = "#parcel.id")
        CompletableFuture<Weight> measure(Parcel parcel) {
            return CompletableFuture.completedFuture(weight(parcel));
        }

        @Override
        Weight weight(Parcel parcel) {
            return new Weight(parcel.id().length());
        }
    }
}
