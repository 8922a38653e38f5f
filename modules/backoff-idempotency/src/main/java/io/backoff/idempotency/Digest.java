package io.backoff.idempotency;

import io.backoff.Internal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes the SHA-256 digest of several texts. */
@Internal
public final class Digest {

    private Digest() {}

    /**
     * {@return the digest as 64 hexadecimal digits} The length of each text is hashed too, so {@code "a", "bc"} and
     * {@code "ab", "c"} have different digests.
     *
     * @param texts the texts, in order
     */
    public static String of(String... texts) {
        MessageDigest digest = sha256();
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            digest.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }
}
