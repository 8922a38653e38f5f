package io.backoff.aop;

import static org.springframework.asm.Opcodes.ACC_FINAL;
import static org.springframework.asm.Opcodes.ACC_STATIC;
import static org.springframework.asm.Opcodes.ACC_SUPER;
import static org.springframework.asm.Opcodes.ALOAD;
import static org.springframework.asm.Opcodes.ARETURN;
import static org.springframework.asm.Opcodes.GETFIELD;
import static org.springframework.asm.Opcodes.V17;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.List;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ReflectiveMethodInvocation;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Type;

/** How far an invocation has come, which only its private fields tell. */
final class InvocationChain {

    private static final Class<ReflectiveMethodInvocation> INVOCATION = ReflectiveMethodInvocation.class;
    private static final String ADVICE_FIELD = "interceptorsAndDynamicMethodMatchers";
    private static final String POSITION_FIELD = "currentInterceptorIndex";

    // Null without access to the fields.
    private static final @Nullable MethodHandle ADVICE;
    private static final @Nullable MethodHandle POSITION;

    static {
        MethodHandle advice = null;
        MethodHandle position = null;
        try {
            Lookup inside = MethodHandles.privateLookupIn(INVOCATION, MethodHandles.lookup());
            position = inside.findGetter(INVOCATION, POSITION_FIELD, int.class);
            advice = advice(inside);
        } catch (ReflectiveOperationException | RuntimeException unavailable) {
            // Then nobody knows, and every call goes through Spring.
        }
        ADVICE = advice;
        POSITION = position;
    }

    private InvocationChain() {}

    /**
     * Whether no advice follows, so that Spring would now invoke the target. Never of a subclass, which may do more at
     * the end of its chain.
     */
    static boolean endsHere(MethodInvocation invocation) throws Throwable {
        return ADVICE != null
                && POSITION != null
                && invocation.getClass() == INVOCATION
                && (int) POSITION.invokeExact((ReflectiveMethodInvocation) invocation)
                        == ((List<?>) ADVICE.invokeExact((ReflectiveMethodInvocation) invocation)).size() - 1;
    }

    private static MethodHandle advice(Lookup inside) throws ReflectiveOperationException {
        try {
            return generatedGetter(inside);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError impossible) {
            return inside.findGetter(INVOCATION, ADVICE_FIELD, List.class);
        }
    }

    // As if Spring had a getter. Where handles and reflection read a reference, the compiler of Java 17 takes the
    // object,
    // with G1, for one that others keep. It would have to be made after all, for 48 bytes and 6 ns a call.
    private static MethodHandle generatedGetter(Lookup inside) throws ReflectiveOperationException {
        String invocation = Type.getInternalName(INVOCATION);
        ClassWriter getter = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        getter.visit(V17, ACC_FINAL | ACC_SUPER, invocation + "Advice", null, Type.getInternalName(Object.class), null);
        String type = Type.getMethodDescriptor(Type.getType(List.class), Type.getType(INVOCATION));
        MethodVisitor code = getter.visitMethod(ACC_STATIC, "get", type, null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitFieldInsn(GETFIELD, invocation, ADVICE_FIELD, Type.getDescriptor(List.class));
        code.visitInsn(ARETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        getter.visitEnd();
        Lookup generated = inside.defineHiddenClass(getter.toByteArray(), true, ClassOption.NESTMATE);
        return generated.findStatic(generated.lookupClass(), "get", MethodType.methodType(List.class, INVOCATION));
    }
}
