package io.backoff.architecture.privates;

import org.springframework.asm.ClassWriter;

class WritesClasses {

    ClassWriter writer() {
        return new ClassWriter(0);
    }
}
