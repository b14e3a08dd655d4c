package dev.limiter.spring.method;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * A SpEL expression on the parameters of one method: {@code #tenant.id}, by position {@code #p0} or {@code #a0}, and on
 * beans, {@code @tenants.current()}. Parsed once. Safe for use by many threads.
 */
final class MarkExpression {

    private static final SpelExpressionParser PARSER = new SpelExpressionParser();

    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final SpelExpression expression;

    private final Map<String, Integer> parameters;

    private final BeanFactoryResolver beans;

    private MarkExpression(SpelExpression expression, Map<String, Integer> parameters, BeanFactory beans) {
        this.expression = expression;
        this.parameters = parameters;
        this.beans = new BeanFactoryResolver(beans);
    }

    /**
     * Parses the expression.
     *
     * @param methods the method, as it is called and as it is implemented: either may have named its parameters
     * @throws IllegalArgumentException that says what to write instead
     */
    static MarkExpression parse(String text, List<Method> methods, BeanFactory beans) {
        Map<String, Integer> parameters = parameters(methods);
        SpelExpression expression;
        try {
            expression = PARSER.parseRaw(text);
        } catch (ParseException | IllegalStateException ex) {
            throw new IllegalArgumentException(
                    "'%s' is not a SpEL expression: %s".formatted(text, ex.getMessage()), ex);
        }
        for (String variable : variables(expression.getAST(), new ArrayList<>())) {
            if (!parameters.containsKey(variable) && !Set.of("this", "root").contains(variable)) {
                throw new IllegalArgumentException("'%s' names #%s, but the method's parameters are %s%s"
                        .formatted(text, variable, new TreeSet<>(parameters.keySet()), hint(parameters)));
            }
        }
        return new MarkExpression(expression, parameters, beans);
    }

    private static String hint(Map<String, Integer> parameters) {
        boolean named = parameters.keySet().stream().anyMatch(name -> !name.matches("[ap]\\d+"));
        return named ? "" : " (names are known where the class is compiled with -parameters)";
    }

    private static Map<String, Integer> parameters(List<Method> methods) {
        Map<String, Integer> parameters = new LinkedHashMap<>();
        for (Method method : methods) {
            @Nullable String @Nullable [] names = NAMES.getParameterNames(method);
            for (int i = 0; i < SuspendingFunctions.parameters(method); i++) {
                parameters.putIfAbsent("p" + i, i);
                parameters.putIfAbsent("a" + i, i);
                String name = (names != null) ? names[i] : null;
                if (name != null) {
                    parameters.putIfAbsent(name, i);
                }
            }
        }
        return parameters;
    }

    private static List<String> variables(SpelNode node, List<String> found) {
        if (node instanceof VariableReference || node instanceof FunctionReference) {
            found.add(node.toStringAST().substring(1).replaceFirst("\\(.*", ""));
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            variables(node.getChild(i), found);
        }
        return found;
    }

    /** The value for one call. */
    @Nullable
    Object value(@Nullable Object[] arguments) {
        StandardEvaluationContext context = new StandardEvaluationContext();
        context.setBeanResolver(this.beans);
        this.parameters.forEach((name, index) -> context.setVariable(name, arguments[index]));
        return this.expression.getValue(context);
    }

    @Override
    public String toString() {
        return this.expression.getExpressionString();
    }
}
