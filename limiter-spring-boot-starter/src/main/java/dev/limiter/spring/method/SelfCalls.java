package dev.limiter.spring.method;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/**
 * Finds marked methods that their own class calls, lambdas and method references included: on {@code this} such a call
 * passes no proxy, and nothing at run time could tell.
 */
final class SelfCalls {

    private SelfCalls() {}

    /** For each marked method that is called, the first method that calls it; empty where the class cannot be read. */
    static Map<String, String> in(Class<?> beanClass, Collection<Method> marked) {
        Map<String, String> found = new TreeMap<>();
        Class<?> userClass = ClassUtils.getUserClass(beanClass);
        ClassLoader loader = userClass.getClassLoader();
        if (loader == null) {
            return found;
        }
        try (InputStream bytes = loader.getResourceAsStream(userClass.getName().replace('.', '/') + ".class")) {
            if (bytes != null) {
                new ClassReader(bytes)
                        .accept(new Calls(userClass, marked, found), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        } catch (IOException | IllegalArgumentException ex) {
            // A class file that is not there, or newer than the reader: nothing can be said.
            found.clear();
        }
        return found;
    }

    private static final class Calls extends ClassVisitor {

        private final String owner;

        private final Collection<Method> marked;

        private final Map<String, String> found;

        Calls(Class<?> userClass, Collection<Method> marked, Map<String, String> found) {
            super(SpringAsmInfo.ASM_VERSION);
            this.owner = Type.getInternalName(userClass);
            this.marked = marked;
            this.found = found;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String caller,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            // lambda$depositAll$0 is depositAll to its author
            String name = caller.replaceFirst("^lambda\\$(.+)\\$\\d+$", "$1");
            return new MethodVisitor(SpringAsmInfo.ASM_VERSION) {
                @Override
                public void visitMethodInsn(int opcode, String of, String called, String type, boolean isInterface) {
                    note(name, of, called, type);
                }

                @Override
                public void visitInvokeDynamicInsn(String site, String type, Handle bootstrap, Object... arguments) {
                    for (Object argument : arguments) {
                        if (argument instanceof Handle handle) {
                            note(name, handle.getOwner(), handle.getName(), handle.getDesc());
                        }
                    }
                }
            };
        }

        private void note(String caller, String of, String called, String type) {
            if (of.equals(this.owner)
                    && !caller.equals(called)
                    && this.marked.stream()
                            .anyMatch(method -> method.getName().equals(called)
                                    && Type.getMethodDescriptor(method).equals(type))) {
                this.found.putIfAbsent(called, caller);
            }
        }
    }
}
