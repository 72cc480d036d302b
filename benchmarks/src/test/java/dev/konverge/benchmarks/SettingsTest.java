package dev.konverge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsTest {
    @Test
    void settingsTravelAsArguments() {
        Settings settings = Settings.parse(List.of("pods=10", "name=a=b"));

        assertThat(settings.arguments()).containsExactly("name=a=b", "pods=10");
        assertThat(settings.number("pods", 1)).isEqualTo(10);
        assertThat(settings.number("others", 3)).isEqualTo(3);
    }

    @Test
    void aDefaultDoesNotReplaceWhatIsSet() {
        Settings settings =
                Settings.parse(List.of("pods=10")).withDefault("pods", 20).withDefault("list", 30);

        assertThat(settings).hasToString("list=30 pods=10");
    }

    @Test
    void whatIsNoPositiveNumberIsRefusedWithItsName() {
        for (String wrong : List.of("pods=0", "pods=-1", "pods=many", "pods=99999999999")) {
            assertThatThrownBy(() -> Settings.parse(List.of(wrong)).number("pods", 1))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("the setting pods is '" + wrong.substring(5) + "'");
        }
    }

    @Test
    void whatIsNoSettingIsRefused() {
        assertThatThrownBy(() -> Settings.parse(List.of("pods"))).isInstanceOf(UsageException.class);
    }
}
