package io.backoff.http.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads IP addresses that are written as such. Names are no addresses here, so that nothing is ever resolved. */
final class AddressLiteral {

    private static final int MAX_LENGTH = 64;
    private static final Pattern IPV4 = Pattern.compile("(?:\\d{1,3}\\.){3}\\d{1,3}");
    // Whatever begins like this and has a colon is never looked up by InetAddress: it parses, or it is refused.
    private static final Pattern IPV6_LIKE = Pattern.compile("[0-9a-fA-F:][0-9a-fA-F:.]*");

    private AddressLiteral() {}

    /**
     * The 4 or 16 bytes of an address; 4 also for an IPv4 address that is written as an IPv6 one, as in
     * {@code ::ffff:10.0.0.1}. The zone of a link-local address, as in {@code fe80::1%eth0}, is ignored.
     *
     * @return {@code null} when it is none
     */
    static byte @Nullable [] parse(@Nullable String text) {
        if (text == null || text.length() > MAX_LENGTH) {
            return null;
        }
        if (IPV4.matcher(text).matches()) {
            return ipv4(text);
        }
        int zone = text.indexOf('%');
        String address = zone < 0 ? text : text.substring(0, zone);
        boolean ipv6 = address.indexOf(':') >= 0 && IPV6_LIKE.matcher(address).matches();
        return ipv6 ? ipv6(address) : null;
    }

    private static byte @Nullable [] ipv4(String text) {
        String[] parts = text.split("\\.");
        byte[] bytes = new byte[parts.length];
        for (int i = 0; i < parts.length; i++) {
            int part = Integer.parseInt(parts[i]);
            if (part > 255) {
                return null;
            }
            bytes[i] = (byte) part;
        }
        return bytes;
    }

    private static byte @Nullable [] ipv6(String text) {
        try {
            return InetAddress.getByName(text).getAddress();
        } catch (UnknownHostException malformed) {
            return null;
        }
    }
}
