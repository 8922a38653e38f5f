package io.backoff.idempotency.key;

import io.backoff.idempotency.Digest;
import io.backoff.idempotency.result.JsonCodec;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.System.Logger;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.security.Principal;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes a digest of a call's arguments from their JSON. Parameters that do not belong to the request, such as
 * streams and the principal, are excluded, and so are arguments that cannot be written as JSON. Calls that differ in
 * any other argument have different digests.
 */
public final class Fingerprint {

    private static final Logger logger = System.getLogger(Fingerprint.class.getName());

    private static final LogMessage ARGUMENT_NOT_COMPARED = LogMessage.warning(
            "Argument %s (counted from 0) of %s cannot be written as JSON, so it is ignored when calls with the same "
                    + "key are compared");

    private static final List<Class<?>> LEFT_OUT =
            List.of(InputStream.class, OutputStream.class, Reader.class, Writer.class, Principal.class);

    private final String operation;
    private final int[] parameters;
    private final JsonCodec codec;
    private final LogLimit once = LogLimit.once();

    /**
     * Creates an instance for the calls of one method.
     *
     * @param requests decides which parameters of a controller method belong to the request
     */
    public Fingerprint(String operation, Method method, JsonCodec codec, @Nullable RequestKeyResolver requests) {
        this.operation = operation;
        this.codec = codec;
        Parameter[] declared = method.getParameters();
        this.parameters = IntStream.range(0, declared.length)
                .filter(i -> counts(declared[i], requests))
                .toArray();
    }

    private static boolean counts(Parameter parameter, @Nullable RequestKeyResolver requests) {
        boolean leftOut = LEFT_OUT.stream().anyMatch(type -> type.isAssignableFrom(parameter.getType()));
        return !leftOut && (requests == null || requests.identifies(parameter));
    }

    public String of(@Nullable Object[] arguments) {
        String[] texts = new String[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            texts[i] = text(parameters[i], arguments[parameters[i]]);
        }
        return Digest.of(texts);
    }

    private String text(int index, @Nullable Object argument) {
        try {
            return codec.canonical(argument);
        } catch (RuntimeException | StackOverflowError failure) {
            once.log(this, ARGUMENT_NOT_COMPARED.with(index, operation), logger, failure);
            return "";
        }
    }
}
