package io.backoff.http;

import java.util.Random;

/** Texts that resemble headers but are invalid. */
final class HostileText {

    private HostileText() {}

    static String next(Random random) {
        String alphabet = "0123456789;=-+. ,\"maxtlep\u0000\u00e9\n";
        return random.ints(random.nextInt(140), 0, alphabet.length())
                .collect(
                        StringBuilder::new, (text, index) -> text.append(alphabet.charAt(index)), StringBuilder::append)
                .toString();
    }
}
