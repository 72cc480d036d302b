package dev.konverge.samples.labs;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows under headings, in columns as wide as their widest cell and three blanks, as kubectl prints them. */
final class Table {
    private static final int GAP = 3;

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(List.of(headings));
    }

    void row(String... cells) {
        if (cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException("a row of " + cells.length + " cells under "
                    + rows.getFirst().size() + " headings");
        }
        rows.add(List.of(cells));
    }

    void print(PrintWriter out) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns - 1; i++) {
                line.append(row.get(i)).repeat(" ", widths[i] + GAP - row.get(i).length());
            }
            out.println(line.append(row.getLast()));
        }
    }
}
