package io.backoff.http.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose word on attempts is taken.
 *
 * @param ranges where such callers are
 */
record TrustedAddresses(List<AddressRange> ranges) {

    /** Whether the text is an address in one of the ranges. A name, or nothing at all, is not. */
    boolean contains(@Nullable String address) {
        byte[] bytes = AddressLiteral.parse(address);
        return bytes != null && contains(bytes);
    }

    /** Whether an address of 4 or 16 bytes is in one of the ranges. */
    boolean contains(byte[] address) {
        for (AddressRange each : ranges) {
            if (each.contains(address)) {
                return true;
            }
        }
        return false;
    }
}
