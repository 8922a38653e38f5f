package io.backoff.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of callers whose attempt headers are trusted. Only literal addresses match: names are never resolved.
 *
 * @param ranges ranges of trusted addresses; IPv4 and IPv6 never match one another
 */
public record TrustedProxies(List<Range> ranges) {

    private static final int MAX_LENGTH = 64;
    private static final String BYTE = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    // InetAddress never looks up text of these forms: four numbers are an address, and host names have no colon.
    private static final Pattern LITERAL =
            Pattern.compile(BYTE + "(\\." + BYTE + "){3}" + "|(?=[^%]*:)[0-9a-fA-F:][0-9a-fA-F:.]*(%.*)?");

    /** Whether the text is an address in one of the ranges; {@code false} for a name or {@code null}. */
    public boolean contains(@Nullable String address) {
        InetAddress parsed = parse(address);
        return parsed != null && contains(parsed);
    }

    /** Whether an address is in one of the ranges. */
    public boolean contains(InetAddress address) {
        return ranges.stream().anyMatch(range -> range.contains(address.getAddress()));
    }

    // Accepts an IPv4-mapped address such as ::ffff:10.0.0.1, and ignores a zone such as %eth0 in fe80::1%eth0.
    private static @Nullable InetAddress parse(@Nullable String text) {
        if (text == null || text.length() > MAX_LENGTH) {
            return null;
        }
        String literal = withoutBrackets(text);
        return LITERAL.matcher(literal).matches() ? fromLiteral(literal) : null;
    }

    // Spring puts IPv6 addresses from forwarded headers into brackets.
    private static String withoutBrackets(String text) {
        boolean bracketed = text.startsWith("[") && text.endsWith("]") && text.contains(":");
        return bracketed ? text.substring(1, text.length() - 1) : text;
    }

    private static @Nullable InetAddress fromLiteral(String text) {
        try {
            int zone = text.indexOf('%');
            return InetAddress.getByName(zone < 0 ? text : text.substring(0, zone));
        } catch (UnknownHostException malformed) {
            return null;
        }
    }

    /**
     * A range of IP addresses.
     *
     * @param network first address of the range
     * @param prefix number of leading bits that all its addresses share
     */
    public record Range(InetAddress network, int prefix) {

        /**
         * Parses a range in CIDR notation, {@code 10.0.0.0/8} or {@code fc00::/7}, or a single address.
         *
         * @throws IllegalArgumentException with the reason, as in "it is not an IP address"
         */
        static Range parse(String text) {
            String[] parts = text.split("/", 2);
            InetAddress address = TrustedProxies.parse(parts[0]);
            if (address == null) {
                throw new IllegalArgumentException("it is not an IP address or a range of them");
            }
            int most = address.getAddress().length * Byte.SIZE;
            return beginningAt(address, parts.length < 2 ? most : prefix(parts[1], most));
        }

        private static Range beginningAt(InetAddress address, int prefix) {
            InetAddress first = first(address.getAddress(), prefix);
            if (!first.equals(address)) {
                throw new IllegalArgumentException("it is not the first address of its range, which begins at "
                        + first.getHostAddress() + "/" + prefix);
            }
            return new Range(first, prefix);
        }

        boolean contains(byte[] address) {
            return address.length == network.getAddress().length
                    && first(address, prefix).equals(network);
        }

        private static int prefix(String text, int most) {
            int prefix = text.matches("\\d{1,3}") ? Integer.parseInt(text) : -1;
            if (prefix < 0 || prefix > most) {
                throw new IllegalArgumentException("the number after the slash must be between 0 and " + most);
            }
            return prefix;
        }

        private static InetAddress first(byte[] address, int prefix) {
            byte[] masked = Arrays.copyOf(Arrays.copyOf(address, (prefix + 7) / Byte.SIZE), address.length);
            if (prefix % Byte.SIZE > 0) {
                masked[prefix / Byte.SIZE] &= (byte) (0xFF00 >> (prefix % Byte.SIZE));
            }
            return fromBytes(masked);
        }

        private static InetAddress fromBytes(byte[] address) {
            try {
                return InetAddress.getByAddress(address);
            } catch (UnknownHostException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
