package dev.limiter.spring.call;

import dev.limiter.http.ResponseClassifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;

/**
 * The response classifier of each contour: the bean that is qualified with the contour's name, else the bean without such
 * a qualifier, else the standard one. Immutable.
 */
public final class ContourClassifiers implements Function<String, ResponseClassifier> {

    private final Map<String, ResponseClassifier> ofContour = new LinkedHashMap<>();

    private final ResponseClassifier ofOthers;

    /**
     * Asks for the beans at once.
     *
     * @param contours the names of all contours
     */
    public ContourClassifiers(ListableBeanFactory beans, Set<String> contours) {
        List<String> general = new ArrayList<>();
        for (String name : beans.getBeanNamesForType(ResponseClassifier.class)) {
            ResponseClassifier bean = beans.getBean(name, ResponseClassifier.class);
            boolean isGeneral = true;
            for (String contour : contours) {
                if (BeanFactoryAnnotationUtils.isQualifierMatch(contour::equals, name, beans)) {
                    this.ofContour.put(contour, bean);
                    isGeneral = false;
                }
            }
            if (isGeneral) {
                general.add(name);
            }
        }
        if (general.size() > 1) {
            throw new NoUniqueBeanDefinitionException(
                    ResponseClassifier.class,
                    general.size(),
                    "several classifiers for every contour: %s; qualify those that are for one contour with its name, such as @Qualifier(\"datacite\")"
                            .formatted(general));
        }
        this.ofOthers = general.isEmpty()
                ? ResponseClassifier.standard()
                : beans.getBean(general.get(0), ResponseClassifier.class);
    }

    @Override
    public ResponseClassifier apply(String contour) {
        return this.ofContour.getOrDefault(contour, this.ofOthers);
    }
}
