package io.backoff.architecture.privates;

import java.lang.reflect.Field;

class OpensAField {

    void open(Field field) {
        field.setAccessible(true);
    }
}
