package io.backoff.rewrite.equivalence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.openrewrite.java.JavaParser;

/**
 * Loads the old libraries, with calls of the clock, of {@code sleep} and of random numbers redirected to {@link
 * InjectedTime}. All else of them is as it was released: not each of them has a way to inject its time.
 */
final class Libraries extends ClassLoader {

    static final Libraries LOADER = new Libraries();

    private static final List<String> PACKAGES = List.of(
            "org.springframework.retry.",
            "org.springframework.resilience.",
            "org.springframework.core.retry.",
            "org.springframework.util.backoff.",
            "io.github.resilience4j.");

    /** A time limit is no delay. */
    private static final String TIME_LIMITS = "io.github.resilience4j.timelimiter.";

    private static final String TIME = InjectedTime.class.getName().replace('.', '/');
    private static final String SCHEDULER = "java/util/concurrent/ScheduledExecutorService";
    private static final String SCHEDULE =
            "(Ljava/lang/Runnable;JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/ScheduledFuture;";
    private static final Map<String, String> REPLACED = Map.of(
            "java/lang/Thread.sleep(J)V",
            "(J)V",
            "java/lang/System.currentTimeMillis()J",
            "()J",
            "java/lang/Math.random()D",
            "()D",
            SCHEDULER + ".schedule" + SCHEDULE,
            SCHEDULE.replace("(", "(L" + SCHEDULER + ";"));

    /** How the names of jars begin; before they are packaged, modules of this build are directories with classes. */
    private static final List<String> JARS =
            List.of("spring-", "reactor-", "reactive-streams", "resilience4j-", "backoff-", "classes", "test-classes");

    static {
        registerAsParallelCapable();
    }

    private Libraries() {
        super(Libraries.class.getClassLoader());
    }

    /** What the code of cases is parsed and compiled with. */
    static List<Path> classPath() {
        return JavaParser.runtimeClasspath().stream()
                .filter(each -> JARS.stream()
                        .anyMatch(jar -> each.getFileName().toString().startsWith(jar)))
                .toList();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (PACKAGES.stream().noneMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try (var file = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            var reader = new ClassReader(file);
            var writer = new ClassWriter(reader, 0);
            reader.accept(name.startsWith(TIME_LIMITS) ? writer : new Redirecting(writer), 0);
            byte[] code = writer.toByteArray();
            return defineClass(name, code, 0, code.length);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static final class Redirecting extends ClassVisitor {

        Redirecting(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String generic, String[] exceptions) {
            return new RedirectingCalls(super.visitMethod(access, name, type, generic, exceptions));
        }
    }

    private static final class RedirectingCalls extends MethodVisitor {

        RedirectingCalls(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean ofInterface) {
            String replacement = REPLACED.get(owner + "." + name + type);
            if (replacement != null) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, TIME, name, replacement, false);
            } else if (owner.equals("java/util/Random") && name.equals("<init>") && type.equals("()V")) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, TIME, "seed", "()J", false);
                super.visitMethodInsn(opcode, owner, name, "(J)V", false);
            } else {
                super.visitMethodInsn(opcode, owner, name, type, ofInterface);
            }
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String type, Handle bootstrap, Object... arguments) {
            super.visitInvokeDynamicInsn(
                    name,
                    type,
                    bootstrap,
                    Arrays.stream(arguments).map(RedirectingCalls::redirected).toArray());
        }

        private static Object redirected(Object argument) {
            return argument instanceof Handle handle
                            && REPLACED.containsKey(handle.getOwner() + "." + handle.getName() + handle.getDesc())
                    ? new Handle(Opcodes.H_INVOKESTATIC, TIME, handle.getName(), handle.getDesc(), false)
                    : argument;
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(stack + 2, locals);
        }
    }
}
