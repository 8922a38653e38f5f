package io.backoff.redelivery.call;

import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/**
 * The key of a call's row in db-scheduler's table: the public id of the call, the time at which the call was stored or
 * became a dead letter, and the key of its method. With these parts in the key, the database can count, filter and sort
 * calls without reading their data.
 *
 * @param id id of the call, which never changes
 * @param since time at which the call was stored or became a dead letter, to the second
 * @param key key of the method, see {@link #key(String)}
 */
public record CallId(String id, Instant since, String key) {

    // db-scheduler's column holds 100 characters: 36 for a UUID, 10 for epoch seconds, two colons, 52 for the method.
    private static final int ID_LENGTH = 36;
    private static final int SECOND = ID_LENGTH + 1;
    private static final int SECOND_DIGITS = 10;
    private static final int KEY = SECOND + SECOND_DIGITS + 1;
    private static final int LONGEST_KEY = 100 - KEY;
    private static final String HASHED = "%s~%08x";

    // Rows inserted by hand may have other keys.
    private static final String IF_WELL_FORMED =
            "case when task_instance like '" + "_".repeat(ID_LENGTH) + ":" + "_".repeat(SECOND_DIGITS) + ":%' then ";

    /** SQL expression for the method's key, a part of a row's key; empty if the row's key is malformed. */
    static final String KEY_SQL = IF_WELL_FORMED + part(KEY + 1, LONGEST_KEY) + " else '' end";

    /** SQL expression for the time in seconds, as text that sorts by time; null if the row's key is malformed. */
    static final String SINCE_SQL = IF_WELL_FORMED + part(SECOND + 1, SECOND_DIGITS) + " else null end";

    /** SQL expression for the id. */
    static final String ID_SQL = part(1, ID_LENGTH);

    /** Creates the row key of a new call. */
    static CallId create(String method, Instant now) {
        return new CallId(UUID.randomUUID().toString(), now, key(method));
    }

    /** Creates a new key for the call of an existing row. The id stays the same if the old key has one. */
    public static CallId continued(String instance, Instant now, String key) {
        return new CallId(
                isWellFormed(instance) ? idIn(instance) : UUID.randomUUID().toString(), now, key);
    }

    /** Returns the key of a method: its name; if the name is too long, its beginning and a hash. */
    public static String key(String method) {
        return method.length() <= LONGEST_KEY
                ? method
                : String.format(Locale.ROOT, HASHED, method.substring(0, LONGEST_KEY - 9), method.hashCode());
    }

    /** Extracts the id from the key of a row; a malformed key is its own id. */
    public static String idIn(String instance) {
        return isWellFormed(instance) ? instance.substring(0, ID_LENGTH) : instance;
    }

    /** Returns the method's key, a part of a row's key; empty if the row's key is malformed. */
    public static String keyIn(String instance) {
        return isWellFormed(instance) ? instance.substring(KEY) : "";
    }

    private static boolean isWellFormed(String instance) {
        return instance.length() >= KEY && instance.charAt(ID_LENGTH) == ':' && instance.charAt(KEY - 1) == ':';
    }

    /** Formats a time as in the key of a row, whose digits sort by time whatever the locale of the instance. */
    static String second(Instant time) {
        return String.format(Locale.ROOT, "%0" + SECOND_DIGITS + "d", time.getEpochSecond());
    }

    @Override
    public String toString() {
        return id + ':' + second(since) + ':' + key;
    }

    // This is a JDBC escape, which the driver translates: the syntax of substring differs between databases.
    private static String part(int from, int length) {
        return "{fn substring(task_instance, " + from + ", " + length + ")}";
    }
}
