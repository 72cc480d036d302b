package dev.konverge.controller.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Logger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.event.Level;

class JdkLogLevelsTest {
    @ParameterizedTest
    @EnumSource(Level.class)
    void aLevelThatWasSetIsToldAndIsForLoggersBelow(Level level) {
        LogLevels levels = LogLevels.ofJdk();
        levels.set("dev.konverge.loud", level);
        assertThat(levels.level("dev.konverge.loud")).isEqualTo(level);
        assertThat(levels.level("dev.konverge.loud.below")).isEqualTo(level);
        assertThat(levels.level("dev.konverge.other")).isEqualTo(Level.INFO);
    }

    @ParameterizedTest
    @EnumSource(Level.class)
    void aLoggerThatIsCollectedKeepsItsLevel(Level level) {
        LogLevels levels = LogLevels.ofJdk();
        String name = "dev.konverge.forgotten." + level;
        levels.set(name, level);
        System.gc();
        assertThat(Logger.getLogger(name).getLevel()).isNotNull();
    }
}
