// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import static io.github.filterblock.cli.Figures.fill;

import java.util.Locale;

/**
 * The frame of a chart: a caption, axes, and a drawing that is stretched to the available width. Labels are text of the
 * page and lines have widths in pixels, so that neither is stretched.
 *
 * <p>The drawing has the height {@link #HEIGHT}, from the top down, and a width of its own.
 */
final class Plot {
    static final int HEIGHT = 1000;

    private final String caption;
    private final String description;
    private final int width;
    private int longestLabel = 3;
    private final StringBuilder yLabels = new StringBuilder();
    private final StringBuilder xLabels = new StringBuilder();
    private final StringBuilder grid = new StringBuilder();
    private final StringBuilder drawing = new StringBuilder();
    private final StringBuilder dotLabels = new StringBuilder();
    private final StringBuilder below = new StringBuilder();

    /** A chart without axes; caption and description are escaped text. */
    Plot(String caption, String description, int width) {
        this.caption = caption;
        this.description = description;
        this.width = width;
    }

    /** A line across, with a label, at a height from 0 to 1. */
    Plot y(double height, String label) {
        longestLabel = Math.max(longestLabel, label.length());
        yLabels.append(fill("<span style=\"bottom:%.2f%%\">%s</span>", 100 * height, label));
        grid.append(fill("M0 %dh%d", y(height), width));
        return this;
    }

    /** A label below, at a place from 0 to 1. */
    Plot x(double place, String label) {
        String edge = place <= 0 ? " class=\"first\"" : place >= 0.97 ? " class=\"last\"" : "";
        xLabels.append(fill("<span%s style=\"left:%.2f%%\">%s</span>", edge, 100 * place, label));
        return this;
    }

    /** Markup of what is drawn. */
    Plot draw(String svg) {
        drawing.append(svg);
        return this;
    }

    /** A path of a class that the style sheet knows. */
    Plot path(String type, CharSequence data) {
        if (data.length() > 0) {
            drawing.append(fill("<path class=\"%s\" d=\"%s\"/>\n", type, data));
        }
        return this;
    }

    /** A place that shows a text when it is pointed at. */
    Plot spot(double left, double spotWidth, String saying) {
        drawing.append(fill(
                "<rect class=\"spot\" x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"%d\"><title>%s</title></rect>\n",
                left, spotWidth, HEIGHT, saying));
        return this;
    }

    /** A dot, which stays round. */
    Plot dot(String type, double x, double height, String saying) {
        drawing.append(
                fill("<path class=\"dot %s\" d=\"M%.1f %dh0\"><title>%s</title></path>\n", type, x, y(height), saying));
        return this;
    }

    /** The place of the text beside a dot: above it to the right, level to the right, above or below it to the left. */
    enum Side {
        ABOVE,
        AFTER,
        BEFORE,
        BENEATH
    }

    /** Text beside a dot. */
    Plot label(Side side, double place, double height, String text) {
        dotLabels.append(fill(
                "<span class=\"%s\" style=\"left:%.2f%%;bottom:%.2f%%\">%s</span>",
                side.name().toLowerCase(Locale.ROOT), 100 * place, 100 * (1 - (double) y(height) / HEIGHT), text));
        return this;
    }

    /** A strip between the drawing and its labels, as wide as the drawing. */
    Plot strip(String svg) {
        below.append(svg);
        return this;
    }

    /** The distance from the top of a height from 0 to 1; what is outside is drawn at the edge. */
    static int y(double height) {
        return (int) Math.round(HEIGHT * (1 - Math.max(0, Math.min(1, height))));
    }

    /** The chart; {@code remark} is a line of markup below it, or empty. */
    String html(String type, String remark) {
        return fill(
                """
                <figure class="chart %s">
                <figcaption>%s</figcaption>
                <div class="plot"><div class="y" style="min-width:%dch" aria-hidden="true">%s</div>
                <svg viewBox="0 0 %d %d" preserveAspectRatio="none" role="img" aria-label="%s">
                <path class="grid" d="%s"/>
                %s</svg><div class="dots" aria-hidden="true">%s</div>%s
                <div class="x" aria-hidden="true">%s</div>
                <div class="remark">%s</div></div>
                </figure>
                """,
                type,
                caption,
                longestLabel,
                yLabels,
                width,
                HEIGHT,
                description,
                grid,
                drawing,
                dotLabels,
                below,
                xLabels,
                remark);
    }
}
