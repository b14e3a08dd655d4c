package dev.limiter.spring.actuate;

import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import java.util.List;

/** Says and reads always the same, whatever the limits. */
public final class FixedWords implements LimitsInWords {

    @Override
    public String configured(Contour contour) {
        return "in words";
    }

    @Override
    public String changed(List<Limit> limits) {
        return "in other words";
    }

    @Override
    public List<Limit> read(Contour contour, Stated stated) {
        return List.of(Limit.of(Rate.parse("7/m")));
    }
}
