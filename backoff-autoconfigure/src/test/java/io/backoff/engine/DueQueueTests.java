package io.backoff.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DueQueueTests {

    private final Timer timer = new Timer("never started", Runnable::run);
    private final DueQueue queue = new DueQueue();

    @Test
    void isEmptyAtFirst() {
        assertThat(queue.first()).isNull();
        assertThat(queue.removeAll()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 63, 64, 65, 1_000, 10_000})
    void givesTheSoonestFirst(int size) {
        List<Due> tasks = tasks(size);
        tasks.forEach(queue::add);
        tasks.sort(Comparator.comparingLong(due -> due.time));
        assertThat(drain()).extracting(due -> due.time).isEqualTo(times(tasks));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64, 65, 1_000, 10_000})
    void losesTheCancelledFromAnyPlace(int size) {
        SplittableRandom random = new SplittableRandom(size);
        List<Due> tasks = tasks(size);
        tasks.forEach(queue::add);
        List<Due> kept = new ArrayList<>();
        for (Due each : tasks) {
            if (random.nextBoolean()) {
                queue.remove(each);
            } else {
                kept.add(each);
            }
        }
        kept.sort(Comparator.comparingLong(due -> due.time));
        assertThat(drain()).extracting(due -> due.time).isEqualTo(times(kept));
    }

    @Test
    void removesOnce() {
        List<Due> tasks = tasks(3);
        tasks.forEach(queue::add);
        queue.remove(tasks.get(1));
        queue.remove(tasks.get(1));
        assertThat(drain()).hasSize(2);
    }

    @Test
    void forgetsWhatWasTakenAtOnce() {
        List<Due> tasks = tasks(100);
        tasks.forEach(queue::add);
        assertThat(queue.removeAll()).containsExactlyInAnyOrderElementsOf(tasks);
        queue.remove(tasks.get(0));
        assertThat(queue.first()).isNull();
    }

    @Test
    void comparesAcrossTheOverflowOfTheClock() {
        Due before = new Due(timer, () -> {}, Long.MAX_VALUE - 5);
        Due after = new Due(timer, () -> {}, Long.MIN_VALUE + 5);
        queue.add(after);
        queue.add(before);
        assertThat(drain()).containsExactly(before, after);
    }

    private List<Due> tasks(int size) {
        SplittableRandom random = new SplittableRandom(42);
        List<Due> tasks = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            tasks.add(new Due(timer, () -> {}, random.nextInt(size)));
        }
        return tasks;
    }

    private static List<Long> times(List<Due> tasks) {
        return tasks.stream().map(due -> due.time).toList();
    }

    private List<Due> drain() {
        List<Due> drained = new ArrayList<>();
        for (Due first = queue.first(); first != null; first = queue.first()) {
            queue.remove(first);
            drained.add(first);
        }
        return drained;
    }
}
