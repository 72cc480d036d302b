package dev.konverge.benchmarks;

import java.util.List;

/** Text in columns: the first and the last flush left, those between, which are figures, flush right. */
final class Table {
    private Table() {}

    static void append(StringBuilder text, List<List<String>> rows) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                boolean left = i == 0 || i == columns - 1;
                line.append(left ? row.get(i) + padding : padding + row.get(i)).append("   ");
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }
}
