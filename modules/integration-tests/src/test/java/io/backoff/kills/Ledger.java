package io.backoff.kills;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Records what happened to each message, in a process that is never killed. Instances report over a connection and wait
 * for the reply, so an effect has happened if it is here. Entries are numbered: that is the only clock.
 */
final class Ledger implements AutoCloseable {

    private static final int PER_SECOND = Integer.getInteger("kills.rate", 100);
    private static final int LONGEST_BACKLOG = 1_000;
    /** How many numbers lie between the acknowledged operation and its duplicate. */
    private static final int LAG = 100;

    private final ServerSocket server;
    private final boolean operations;
    private final ScheduledExecutorService pace = Executors.newSingleThreadScheduledExecutor(Ledger::daemon);
    private final Semaphore permits = new Semaphore(0);

    private final Map<Integer, Message> messages = new TreeMap<>();
    private final Map<String, Integer> work = new HashMap<>();
    private final Deque<Integer> again = new ArrayDeque<>();
    private final Deque<Integer> duplicates = new ArrayDeque<>();
    private final List<Interval> kills = new ArrayList<>();
    private final Set<Integer> unsettled = new HashSet<>();
    private long entries;
    private int numbers;
    private int handedOut;
    private boolean over;
    private Runnable check = () -> {};

    /**
     * Opens a ledger.
     *
     * @param operations whether numbers stand for operations with a key, which are repeated until they are acknowledged, and then once more
     */
    Ledger(boolean operations) throws IOException {
        this.operations = operations;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        pace.scheduleAtFixedRate(this::permit, 0, 20, TimeUnit.MILLISECONDS);
        daemon(this::accept).start();
    }

    int port() {
        return server.getLocalPort();
    }

    // Permits do not accumulate while instances start: otherwise, a new one would send a minute's messages at once.
    private void permit() {
        if (permits.availablePermits() < PER_SECOND) {
            permits.release(PER_SECOND / 50);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                daemon(() -> serve(client)).start();
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket client) {
        Session session = new Session();
        try (client;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(client.getOutputStream(), true, StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                out.println(session.reply(words[0], words[1]));
            }
        } catch (IOException killed) {
            // The number that it was sending is repeated, if it is an operation.
        } finally {
            session.refused();
        }
    }

    /** One connection: a thread of an instance. */
    private final class Session {

        private String instance = "";
        private int sending = -1;
        private long begun;

        int reply(String what, String value) {
            switch (what) {
                case "instance" -> instance = value;
                case "next" -> {
                    sending = next();
                    return sending;
                }
                case "accepted" -> {
                    accepted(sending, instance);
                    sending = -1;
                }
                case "refused" -> refused();
                case "begin" -> {
                    begun = entry();
                    return begin(Integer.parseInt(value));
                }
                case "done" -> done(Integer.parseInt(value), begun, instance);
                case "dead" -> dead(Integer.parseInt(value));
                default -> throw new IllegalArgumentException(what);
            }
            return 0;
        }

        void refused() {
            if (operations && sending >= 0) {
                repeat(sending);
            }
            sending = -1;
        }
    }

    private synchronized long entry() {
        notifyAll();
        return ++entries;
    }

    private synchronized void repeat(int number) {
        again.addLast(number);
    }

    private synchronized Message message(int number) {
        return messages.computeIfAbsent(number, each -> new Message());
    }

    /** Waits for its turn; -1 when there is nothing more to send. */
    private int next() {
        permits.acquireUninterruptibly();
        synchronized (this) {
            entry();
            while (!over && !operations && unsettled.size() >= LONGEST_BACKLOG) {
                pause(1_000);
            }
            if (!again.isEmpty()) {
                return again.removeFirst();
            }
            if (!duplicates.isEmpty() && (over || duplicates.size() > LAG)) {
                return duplicates.removeFirst();
            }
            if (over) {
                return -1;
            }
            handedOut++;
            return numbers++;
        }
    }

    private synchronized void accepted(int number, String instance) {
        Message message = message(number);
        if (message.accepted == 0) {
            message.accepted = entry();
            if (message.done.isEmpty() && !message.dead) {
                unsettled.add(number);
            }
            if (operations) {
                worked(instance);
                duplicates.addLast(number);
            }
        } else {
            message.repeated = true;
            entry();
        }
    }

    private synchronized int begin(int number) {
        return ++message(number).begun;
    }

    private synchronized void done(int number, long begun, String instance) {
        long at = entry();
        message(number).done.add(new Interval(begun, at));
        unsettled.remove(number);
        worked(instance);
    }

    private void worked(String instance) {
        work.merge(instance, 1, Integer::sum);
    }

    private synchronized void dead(int number) {
        entry();
        message(number).dead = true;
        unsettled.remove(number);
    }

    /** Reports a message that the store has kept as a dead letter. */
    void buried(int number) {
        dead(number);
    }

    /** Sets a check that ends all waiting when it fails. */
    void whileWaiting(Runnable check) {
        this.check = check;
    }

    /** Reports an effect that the store has kept. */
    synchronized void found(int number) {
        message(number).done.add(new Interval(0, 0));
    }

    synchronized long now() {
        return entries;
    }

    /** Waits for a number of further entries: a moment that depends on the load alone. */
    void awaitEntries(int more, Duration deadline) {
        long until = now() + more;
        await(() -> entries >= until, deadline, "the load stands still");
    }

    /** How much each instance has done. */
    synchronized Map<String, Integer> work() {
        return Map.copyOf(work);
    }

    /** Waits until each instance has processed a number of messages more than before. */
    void awaitWork(Set<String> instances, Map<String, Integer> before, int more, Duration deadline) {
        Predicate<String> works = each -> work.getOrDefault(each, 0) >= before.getOrDefault(each, 0) + more;
        await(() -> instances.stream().allMatch(works), deadline, "not all of " + instances + " work");
    }

    /** Ends the load. */
    synchronized void endLoad() {
        over = true;
        notifyAll();
    }

    /** How many messages have not reached their end. */
    synchronized int open() {
        return operations
                ? (int) messages.values().stream()
                        .filter(each -> !each.repeated)
                        .count()
                : unsettled.size();
    }

    private synchronized void await(BooleanSupplier condition, Duration deadline, String complaint) {
        long end = System.nanoTime() + deadline.toNanos();
        while (!condition.getAsBoolean()) {
            check.run();
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("After " + deadline + ", " + complaint + ": " + work + ", entries " + entries
                        + ", unsettled " + unsettled.size());
            }
            pause(Math.min(left, 1_000));
        }
    }

    private synchronized void pause(long millis) {
        try {
            wait(millis);
        } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
        }
    }

    /** Records what a kill affected, up to when everything worked again. */
    synchronized void killed(long from) {
        kills.add(new Interval(from, entry()));
    }

    synchronized Account account() {
        int accepted = 0;
        List<Integer> lost = new ArrayList<>();
        int dead = 0;
        int again = 0;
        int unexplained = 0;
        int forgotten = 0;
        for (Map.Entry<Integer, Message> entry : messages.entrySet()) {
            Message each = entry.getValue();
            accepted += each.accepted > 0 ? 1 : 0;
            if (each.accepted > 0 && each.done.isEmpty() && !each.dead) {
                lost.add(entry.getKey());
            }
            dead += each.dead && each.done.isEmpty() ? 1 : 0;
            again += Math.max(0, each.done.size() - 1);
            for (int i = 1; i < each.done.size(); i++) {
                Interval before = each.done.get(i - 1);
                Interval duplicate = each.done.get(i);
                Interval affected = new Interval(before.from, duplicate.from);
                unexplained += kills.stream().anyMatch(affected::overlaps) ? 0 : 1;
                forgotten += operations && each.accepted > 0 && duplicate.from > each.accepted ? 1 : 0;
            }
        }
        return new Account(kills.size(), handedOut, accepted, lost, dead, again, unexplained, forgotten);
    }

    @Override
    public void close() throws IOException {
        pace.shutdownNow();
        server.close();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "ledger");
        thread.setDaemon(true);
        return thread;
    }

    private static final class Message {

        private long accepted;
        private int begun;
        private boolean repeated;
        private boolean dead;
        private final List<Interval> done = new ArrayList<>();
    }

    private record Interval(long from, long to) {

        boolean overlaps(Interval other) {
            return from <= other.to && other.from <= to;
        }
    }

    /**
     * The sums.
     *
     * @param accepted messages that were acknowledged to their senders
     * @param lost of these, messages that were neither processed nor kept as dead letters
     * @param dead messages that ended as dead letters only
     * @param duplicates effects beyond the first of each message
     * @param unexplained of these, duplicates without a kill since the previous delivery began
     * @param forgotten of these, operations that ran again although their outcome had been acknowledged
     */
    record Account(
            int kills,
            int handedOut,
            int accepted,
            List<Integer> lost,
            int dead,
            int duplicates,
            int unexplained,
            int forgotten) {}

    /** The ledger as an instance sees it. Each thread has a connection of its own. */
    static final class Client {

        private final int port;
        private final String instance;
        private final ThreadLocal<Line> lines = ThreadLocal.withInitial(this::connect);

        Client(int port, String instance) {
            this.port = port;
            this.instance = instance;
        }

        int next() {
            return lines.get().ask("next", 0);
        }

        void accepted() {
            lines.get().ask("accepted", 0);
        }

        void refused() {
            lines.get().ask("refused", 0);
        }

        /** Returns the number of this delivery among those of the message. */
        int begin(int number) {
            return lines.get().ask("begin", number);
        }

        void done(int number) {
            lines.get().ask("done", number);
        }

        void dead(int number) {
            lines.get().ask("dead", number);
        }

        /** Processes a message, which fails as often as its number says. */
        void process(int number) {
            if (begin(number) <= failures(number)) {
                throw new IllegalStateException("the partner is down");
            }
            done(number);
        }

        /** Six of ten messages succeed at once, three after retries, and one exceeds three attempts. */
        private static int failures(int number) {
            return switch (number % 10) {
                case 6, 7 -> 1;
                case 8 -> 2;
                case 9 -> 4;
                default -> 0;
            };
        }

        private Line connect() {
            try {
                Line line = new Line(new Socket(InetAddress.getLoopbackAddress(), port));
                line.ask("instance " + instance);
                return line;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private static final class Line {

        private final BufferedReader in;
        private final PrintWriter out;

        Line(Socket socket) throws IOException {
            this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            this.out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
        }

        int ask(String what, int number) {
            return ask(what + " " + number);
        }

        int ask(String line) {
            try {
                out.println(line);
                return Integer.parseInt(in.readLine());
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
