package io.backoff.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A heap, the soonest task first. Each task knows its place, so that a cancelled one leaves at once instead of being
 * searched for, or kept until it would have been due. Not thread-safe.
 */
final class DueQueue {

    private static final int SMALLEST = 64;

    private @Nullable Due[] heap = new @Nullable Due[SMALLEST];
    private int size;

    void add(Due due) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        moveUp(size++, due);
    }

    @Nullable
    Due first() {
        return heap[0];
    }

    /** Without effect if it is not in the queue. */
    void remove(Due due) {
        int gap = due.index;
        if (gap < 0) {
            return;
        }
        due.index = -1;
        Due last = at(--size);
        heap[size] = null;
        if (last != due) {
            fill(gap, last);
        }
        shrink();
    }

    /** Empties the queue. */
    List<Due> removeAll() {
        List<Due> all = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            at(i).index = -1;
            all.add(at(i));
        }
        heap = new @Nullable Due[SMALLEST];
        size = 0;
        return all;
    }

    private void fill(int gap, Due due) {
        if (gap > 0 && due.isBefore(at(parent(gap)))) {
            moveUp(gap, due);
        } else {
            moveDown(gap, due);
        }
    }

    private void moveUp(int from, Due due) {
        int place = from;
        while (place > 0 && due.isBefore(at(parent(place)))) {
            put(place, at(parent(place)));
            place = parent(place);
        }
        put(place, due);
    }

    private void moveDown(int from, Due due) {
        int place = from;
        int child = soonerChild(place);
        while (child < size && at(child).isBefore(due)) {
            put(place, at(child));
            place = child;
            child = soonerChild(place);
        }
        put(place, due);
    }

    private int soonerChild(int place) {
        int left = 2 * place + 1;
        int right = left + 1;
        return right < size && at(right).isBefore(at(left)) ? right : left;
    }

    // After an outage, what waited in it must not keep its room.
    private void shrink() {
        if (heap.length > SMALLEST && size < heap.length / 4) {
            heap = Arrays.copyOf(heap, heap.length / 2);
        }
    }

    private void put(int place, Due due) {
        heap[place] = due;
        due.index = place;
    }

    private Due at(int place) {
        Due due = heap[place];
        if (due == null) {
            throw new IllegalStateException("No task at " + place + " of " + size);
        }
        return due;
    }

    private static int parent(int place) {
        return (place - 1) / 2;
    }
}
