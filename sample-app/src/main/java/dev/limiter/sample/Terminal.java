package dev.limiter.sample;

import java.io.Console;
import org.jspecify.annotations.Nullable;

/** Whether the output is read by somebody who sees it move. */
final class Terminal {

    /** From this version on there is a console in a pipe, too, and it says so itself. */
    private static final int CONSOLE_EVERYWHERE = 22;

    private Terminal() {}

    static boolean isThere() {
        @Nullable Console console = System.console();
        if (console == null || "dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        if (Runtime.version().feature() < CONSOLE_EVERYWHERE) {
            return true;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException ex) {
            return false;
        }
    }
}
