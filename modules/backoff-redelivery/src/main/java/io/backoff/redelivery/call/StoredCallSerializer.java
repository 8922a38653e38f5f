package io.backoff.redelivery.call;

import com.github.kagkarlsson.scheduler.serializer.Serializer;

/** Serializes stored calls and pauses as JSON, and leaves the data of other tasks to the application's serializer. */
record StoredCallSerializer(StoredCallCodec codec, Serializer others) implements Serializer {

    @Override
    public byte[] serialize(Object data) {
        if (data instanceof DeliveryPause pause) {
            return codec.toBytes(pause);
        }
        return data instanceof StoredCall call ? codec.toBytes(call) : others.serialize(data);
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] bytes) {
        if (type == DeliveryPause.class) {
            return type.cast(codec.pauseFromBytes(bytes));
        }
        return type == StoredCall.class ? type.cast(codec.fromBytes(bytes)) : others.deserialize(type, bytes);
    }
}
