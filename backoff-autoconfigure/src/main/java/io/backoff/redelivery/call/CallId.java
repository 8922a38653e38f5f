package io.backoff.redelivery.call;

import java.time.Instant;
import java.util.UUID;

/**
 * The name of a row: the id that people know a call by, when it came to be what it is, and its method. With these in the
 * key the database can count, filter and sort calls without a look into their data.
 *
 * @param id stays the same for as long as the call is stored
 * @param since when the call was stored, or became a dead letter; to the second
 * @param key of the method
 */
public record CallId(String id, Instant since, String key) {

    // db-scheduler's column holds 100 characters: 36 of a UUID, 10 of a second since 1970, two colons, the rest.
    private static final int LONGEST_ID = 36;
    private static final int SECOND = LONGEST_ID + 1;
    private static final int SECOND_DIGITS = 10;
    private static final int KEY = SECOND + SECOND_DIGITS + 1;
    private static final int LONGEST_KEY = 100 - KEY;
    private static final String HASHED = "%s~%08x";

    /** The method in SQL; empty in a row of an earlier version. */
    static final String KEY_SQL = part(KEY + 1, LONGEST_KEY);

    /** The second in SQL, which sorts as text. */
    static final String SINCE_SQL = part(SECOND + 1, SECOND_DIGITS);

    /** The id in SQL. */
    public static final String ID_SQL = part(1, LONGEST_ID);

    /** The id of a new call. */
    static CallId create(String method, Instant now) {
        return new CallId(UUID.randomUUID().toString(), now, key(method));
    }

    /** What a method is known by in the key: its name, unless that is too long. */
    public static String key(String method) {
        return method.length() <= LONGEST_KEY
                ? method
                : HASHED.formatted(method.substring(0, LONGEST_KEY - 9), method.hashCode());
    }

    /** The id in the name of a row, also of one of an earlier version. */
    public static String idIn(String instance) {
        return instance.length() > LONGEST_ID ? instance.substring(0, LONGEST_ID) : instance;
    }

    /** The key in the name of a row; empty in one of an earlier version. */
    public static String keyIn(String instance) {
        return instance.length() > KEY ? instance.substring(KEY) : "";
    }

    /** The time as it stands in the name of a row. */
    public static String second(Instant time) {
        return ("%0" + SECOND_DIGITS + "d").formatted(time.getEpochSecond());
    }

    @Override
    public String toString() {
        return id + ':' + second(since) + ':' + key;
    }

    // JDBC's own function: the driver writes it as its database has it, and they do not agree on that.
    private static String part(int from, int length) {
        return "{fn substring(task_instance, " + from + ", " + length + ")}";
    }
}
