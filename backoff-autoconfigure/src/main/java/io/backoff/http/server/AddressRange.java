package io.backoff.http.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * A range of IP addresses in CIDR notation: {@code 10.0.0.0/8}, {@code fc00::/7}; or one address. IPv4 and IPv6 never
 * match one another.
 */
final class AddressRange {

    private static final Pattern PREFIX = Pattern.compile("\\d{1,3}");

    private final byte[] network;
    private final int prefix;

    private AddressRange(byte[] network, int prefix) {
        this.network = network;
        this.prefix = prefix;
    }

    /**
     * Reads a range.
     *
     * @throws IllegalArgumentException saying what is wrong with it, as in "it is not an IP address"
     */
    static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        byte[] address = AddressLiteral.parse(slash < 0 ? text : text.substring(0, slash));
        if (address == null) {
            throw new IllegalArgumentException("it is not an IP address or a range of them");
        }
        int most = address.length * Byte.SIZE;
        int prefix = slash < 0 ? most : prefix(text.substring(slash + 1), most);
        byte[] network = masked(address, prefix);
        if (!Arrays.equals(network, address)) {
            throw new IllegalArgumentException("the range that it is in begins at " + text(network) + "/" + prefix);
        }
        return new AddressRange(network, prefix);
    }

    /** Whether an address of 4 or 16 bytes is in the range. */
    boolean contains(byte[] address) {
        return address.length == network.length && Arrays.equals(masked(address, prefix), network);
    }

    private static int prefix(String text, int most) {
        int prefix = PREFIX.matcher(text).matches() ? Integer.parseInt(text) : -1;
        if (prefix < 0 || prefix > most) {
            throw new IllegalArgumentException("the number after the slash must be between 0 and " + most);
        }
        return prefix;
    }

    private static byte[] masked(byte[] address, int prefix) {
        byte[] masked = new byte[address.length];
        int whole = prefix / Byte.SIZE;
        System.arraycopy(address, 0, masked, 0, whole);
        if (whole < address.length) {
            masked[whole] = (byte) (address[whole] & (0xFF00 >> (prefix % Byte.SIZE)));
        }
        return masked;
    }

    private static String text(byte[] address) {
        try {
            return InetAddress.getByAddress(address).getHostAddress();
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
