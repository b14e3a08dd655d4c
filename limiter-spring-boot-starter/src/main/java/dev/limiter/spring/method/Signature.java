package dev.limiter.spring.method;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.springframework.core.ResolvableType;

/** Whether two methods are one to a caller of a class, with the class's type arguments filled in. */
final class Signature {

    private Signature() {}

    static boolean same(Method candidate, Method method, Class<?> implementation) {
        if (!candidate.getName().equals(method.getName())
                || candidate.getParameterCount() != method.getParameterCount()
                || candidate.isBridge()
                || Modifier.isPrivate(candidate.getModifiers())
                || Modifier.isStatic(candidate.getModifiers())) {
            return false;
        }
        for (int i = 0; i < method.getParameterCount(); i++) {
            if (parameter(candidate, i, implementation) != parameter(method, i, implementation)) {
                return false;
            }
        }
        return true;
    }

    private static Class<?> parameter(Method method, int index, Class<?> implementation) {
        return ResolvableType.forMethodParameter(method, index, implementation)
                .resolve(method.getParameterTypes()[index]);
    }
}
