package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineDiffTest {
    @Test
    void equalTextsDifferInNothing() {
        assertThat(LineDiff.between(List.of("a", "b"), List.of("a", "b"))).isEmpty();
    }

    @Test
    void aChangeIsShownWithTheLinesAroundIt() {
        assertThat(LineDiff.between(List.of("a", "b", "c", "d", "e", "f"), List.of("a", "b", "c", "x", "e", "f")))
                .containsExactly(" b", " c", "-d", "+x", " e", " f");
    }

    @Test
    void changesFarFromEachOtherAreShownApart() {
        List<String> before = List.of("1", "2", "3", "4", "5", "6", "7", "8", "9");
        List<String> after = List.of("x", "2", "3", "4", "5", "6", "7", "8", "y");
        assertThat(LineDiff.between(before, after))
                .containsExactly("-1", "+x", " 2", " 3", " …", " 7", " 8", "-9", "+y");
    }

    @Test
    void whatIsNewIsAllPlus() {
        assertThat(LineDiff.between(List.of(), List.of("a", "b"))).containsExactly("+a", "+b");
    }

    @Test
    void whatIsTheSameBeforeAndAfterTheChangesCostsNothing() {
        List<String> before = new ArrayList<>(Collections.nCopies(200_000, "same"));
        List<String> after = new ArrayList<>(before);
        after.set(100_000, "other");
        assertThat(LineDiff.between(before, after))
                .containsExactly(" same", " same", "-same", "+other", " same", " same");
    }

    @Test
    void ofTextsThatAreTooLongOneTakesThePlaceOfTheOther() {
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            before.add("old " + i);
            after.add("new " + i);
        }
        List<String> lines = LineDiff.between(before, after);
        assertThat(lines).hasSize(200_000).startsWith("-old 0", "-old 1").endsWith("+new 99999");
    }
}
