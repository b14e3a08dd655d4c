package dev.limiter.spring.method;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        Set<String> seen = new HashSet<>();
        Deque<Calls> unread = new ArrayDeque<>();
        unread.add(new Calls(Type.getInternalName(userClass), null, Type.getInternalName(userClass), marked, found));
        try {
            for (Calls next = unread.poll(); next != null; next = unread.poll()) {
                if (seen.add(next.name)) {
                    read(next, loader);
                    unread.addAll(next.inside);
                }
            }
        } catch (IOException | IllegalArgumentException ex) {
            // A class file that is not there, or newer than the reader: nothing can be said.
            found.clear();
        }
        return found;
    }

    private static void read(Calls calls, ClassLoader loader) throws IOException {
        try (InputStream bytes = loader.getResourceAsStream(calls.name + ".class")) {
            if (bytes != null) {
                new ClassReader(bytes).accept(calls, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        }
    }

    /** The method that its author wrote, of one that a compiler made of it. */
    private static String written(String name) {
        // Java's lambda$depositAll$0; Kotlin's depositAll$lambda$0, depositAll$default and depositAll$suspendImpl
        return name.replaceFirst("^lambda\\$(.+)\\$\\d+$", "$1")
                .replaceFirst("\\$(lambda\\$\\d+.*|default|suspendImpl)$", "");
    }

    /** Reads the class, or one that a method of it contains: an anonymous one, or Kotlin's of a lambda that suspends. */
    private static final class Calls extends ClassVisitor {

        private final String name;

        private @Nullable String method;

        private final String owner;

        private final Collection<Method> marked;

        private final Map<String, String> found;

        private final List<Calls> inside = new ArrayList<>();

        Calls(
                String name,
                @Nullable String method,
                String owner,
                Collection<Method> marked,
                Map<String, String> found) {
            super(SpringAsmInfo.ASM_VERSION);
            this.name = name;
            this.method = method;
            this.owner = owner;
            this.marked = marked;
            this.found = found;
        }

        @Override
        public void visitOuterClass(String of, @Nullable String method, @Nullable String descriptor) {
            if (of.equals(this.owner) && method != null) {
                this.method = written(method);
            }
        }

        @Override
        public void visitInnerClass(String inner, @Nullable String outer, @Nullable String simple, int access) {
            if (outer == null && inner.startsWith(this.name + "$")) {
                this.inside.add(new Calls(inner, this.method, this.owner, this.marked, this.found));
            }
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String caller,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            String name = (this.method != null) ? this.method : written(caller);
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
            if (!of.equals(this.owner) || caller.equals(written(called))) {
                return;
            }
            // With default values the call goes through a static method that has parameters of its own.
            boolean withDefaults = called.endsWith("$default");
            this.marked.stream()
                    .filter(method -> method.getName().equals(withDefaults ? written(called) : called)
                            && (withDefaults || Type.getMethodDescriptor(method).equals(type)))
                    .findFirst()
                    .ifPresent(method -> this.found.putIfAbsent(method.getName(), caller));
        }
    }
}
