/* Figures that can be read: names, numbers of marks, ticks, colours. */
#include <math.h>

#include "attn/attn.h"
#include "parts.h"
#include "report/figure.h"
#include "report/report.h"
#include "results/escape.h"
#include "results/row.h"

/* What tells two names apart stays, wherever it stands: at the end, in the middle, before the end. */
static void short_names_differ(void **state) {
    (void)state;
    static const char *const name[] = {
        "Transformer",
        "TF-A, layers=3-3 others=longformer,0-1,window=16+local,2-2,block=16",
        "TF-A, layers=3-3 others=longformer,0-1,window=32+local,2-2,block=16",
        "TF-A, layers=3-3 others=longformer,0-1,window=32+local,2-2,block=8",
        "Linformer of a very long name that differs only in its middle: one, and then goes on and on",
        "Linformer of a very long name that differs only in its middle: two, and then goes on and on",
        "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4"
        "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4"
        "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4",
    };
    enum { N = TF_COUNT(name), MOST = 30 };
    int most[N];
    struct tf_buf out[N] = {{0}};
    for (int i = 0; i < N; i++) most[i] = MOST;
    report_short_names(name, most, N, out);
    for (int i = 0; i < N; i++) {
        assert_true(report_letters(out[i].s) <= MOST);
        for (int k = 0; k < i; k++) assert_string_not_equal(out[i].s, out[k].s);
    }
    assert_string_equal(out[0].s, name[0]);
    assert_non_null(strstr(out[1].s, "16+")); // the only one with this window
    assert_non_null(strstr(out[2].s, "32+local,2-2,block=16"));
    assert_non_null(strstr(out[3].s, "block=8"));
    assert_non_null(strstr(out[4].s, "one"));
    assert_non_null(strstr(out[5].s, "two"));
    assert_int_equal(report_letters(out[6].s), MOST); // whole letters
    for (int i = 0; i < N; i++) tf_buf_free(&out[i]);
}

/* Names of any length leave the bars of training time more than half of the width, and keep apart. */
static void bars_have_room(void **state) {
    (void)state;
    static const char *const setting[] = {"position=learned block_positions=true conv=0 dropout_of_attention=0.1",
                                          "position=learned block_positions=true conv=0 dropout_of_attention=0.2", "position=none"};
    setenv("PATH", dir, 1);
    for (int k = 0; k < 3; k++) {
        struct tf_row r = listops_row("agglomerative", "Agglomerative attention", setting[k], 1, 700 + k);
        put_row("bars", &r);
    }
    struct tf_report r = report_of("bars", true);
    struct tf_err e = {0};
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    const char *gp = read_text(below("bars/fig_train_time.gp"));
    double left = 1;
    const char *margin = strstr(gp, "set lmargin at screen ");
    assert_true(margin && sscanf(margin, "set lmargin at screen %lf", &left) == 1 && left < 0.46);
    assert_non_null(strstr(gp, "noenhanced ('Agglomerative attention,…of_attention=0.1…' 1, "
                               "'Agglomerative attention,…of_attention=0.2…' 2, 'Agglomerative attention, position=none' 3)"));
}

/* Pixels from a point to what a mark's number may stand at: the mark, or an end of its interval. */
static double pixels_to(const struct report_mark *m, double x, double y) {
    const double dx = 677 * (x - m->x), dy = 344 * fmin(fmin(fabs(y - m->y), fabs(y - m->lo)), fabs(y - m->hi));
    return hypot(dx, dy);
}

/* Numbers stand nearest to their own marks, or a line leads there, and none stands on another: marks beside, above and upon one another. */
static void numbers_are_at_their_marks(void **state) {
    (void)state;
    enum { N = 12 };
    struct report_mark mark[N];
    struct tf_buf out = {0};
    double x[N], y[N], from_x, from_y;
    for (int i = 0; i < N; i++) {
        mark[i] =
            (struct report_mark){.number = i + 1, .x = i < 6 ? 0.3 + 0.016 * i : 0.7, .y = i < 6 ? 0.5 + 0.03 * (i % 2) : 0.4 + 0.02 * i};
        mark[i].lo = mark[i].y - 0.2, mark[i].hi = mark[i].y + 0.2;
    }
    mark[N - 1] = mark[N - 2], mark[N - 1].number = N; // at the same place
    report_mark_numbers(&out, mark, N);
    for (int i = 0; i < N; i++) {
        char label[32];
        snprintf(label, sizeof label, "set label '%d' at", i + 1);
        const char *at = strstr(out.s, label), *next = at ? strchr(at, '\n') : NULL;
        assert_true(next && sscanf(at + strlen(label), " graph %lf, graph %lf", &x[i], &y[i]) == 2);
        if (sscanf(next, "\nset arrow from graph %lf, graph %lf", &from_x, &from_y) == 2) {
            assert_true(fabs(from_x - mark[i].x) < 1e-4 && fabs(from_y - mark[i].y) < 1e-4);
        } else {
            for (int k = 0; k < N; k++) assert_true(k == i || pixels_to(&mark[k], x[i], y[i]) >= pixels_to(&mark[i], x[i], y[i]));
        }
        for (int k = 0; k < i; k++) assert_true(677 * fabs(x[k] - x[i]) >= 8 || 344 * fabs(y[k] - y[i]) >= 10);
    }
    tf_buf_free(&out);
}

/* Panels have room for few labels: as many decimals as their step, and none over another. */
static void labels_of_panels(void **state) {
    (void)state;
    setenv("PATH", dir, 1);
    for (int k = 0; k < 9; k++) {
        struct tf_row r = listops_row(tf_attns[k]->name, tf_attns[k]->title, "", 1, 8 + 3 * k); // of 2000
        r.state = 64 << k, r.flops_layer_pct = 60 + 20 * k;
        put_row("panels", &r);
    }
    struct tf_report r = report_of("panels", true);
    struct tf_err e = {0};
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    const char *work = read_text(below("panels/fig_accuracy_flops.gp")), *kept = read_text(below("panels/fig_accuracy_state.gp"));
    assert_non_null(strstr(work, "set multiplot"));
    assert_null(strstr(work, "autofreq"));
    const char *tics = strstr(work, "set ytics 1\nset format y '%.0f'\nset tics font"), *first = strstr(work, "set format y '%.0f'\nplot ");
    assert_true(tics && first > tics && strstr(tics + 1, "set ytics") > first);
    assert_non_null(strstr(work, "set xtics (50, 100, 200)\n"));
    assert_non_null(strstr(kept, "set xtics (100, 1000, 10000)\n")); // not 50, 100, 200, ...
}

/* The palest lines of any mechanism, thin ones of single seeds, too, can be seen on white, and differ from paler and darker ones. */
static void pale_lines_are_seen(void **state) {
    (void)state;
    for (int hue = -1; hue < 12; hue++) {
        struct tf_buf b = {0};
        unsigned before = 0, rgb;
        for (int k = 0; k < 4; k++) {
            struct report_group g = {.hue = hue, .shade = k / 3.0};
            b.len = 0, report_add_style(&b, &g, REPORT_FAINT);
            assert_int_equal(sscanf(b.s, "lc rgb '#%8X", &rgb), 1);
            double clear = (rgb >> 24) / 255.0, luminance = 0; // on white; a quarter of the palest pink had 0.87
            for (int i = 0; i < 3; i++) {
                const double v = (rgb >> 8 * i & 255) / 255.0;
                luminance += pow(v + clear * (1 - v), 2.2) * (const double[]){0.07, 0.72, 0.21}[i];
            }
            assert_true(luminance < 0.7);
            assert_true(k == 0 || (rgb & 0xFFFFFF) != before);
            before = rgb & 0xFFFFFF;
        }
        tf_buf_free(&b);
    }
}

static unsigned line_colour(const struct report_group *g) {
    struct tf_buf b = {0};
    unsigned rgb = 0;
    report_add_style(&b, g, REPORT_LINE);
    assert_int_equal(sscanf(b.s, "lc rgb '#%6X", &rgb), 1);
    tf_buf_free(&b);
    return rgb;
}

/* A figure of one mechanism has a colour for every setting; heights alone, and settings of several mechanisms, are paler and paler. */
static void settings_of_one_mechanism_have_colours(void **state) {
    (void)state;
    struct tf_row row[6] = {0};
    struct report_group g[6];
    for (int kind = 0; kind < 3; kind++) {
        for (int i = 0; i < 6; i++) row[i].height = kind == 1 ? 2 + i : 3, g[i] = (struct report_group){.row = &row[i], .hue = 1};
        if (kind == 2) g[0].hue = 0;
        report_shades(g, 6);
        bool palette = true;
        for (int i = 0; i < 6; i++) {
            bool is = false;
            for (int hue = 0; hue < 10; hue++) is |= line_colour(&g[i]) == report_colour(hue);
            palette &= is;
            for (int k = 0; k < i; k++) assert_int_not_equal(line_colour(&g[i]), line_colour(&g[k]));
        }
        assert_int_equal(palette, kind == 0);
        assert_int_equal(g[3].hue, 1);
    }
}

/* A run that has ended keeps its last value in the mean over the seeds. */
static void means_go_on(void **state) {
    (void)state;
    static const char *const curve[] = {"1,valid,10\n2,valid,90\n", "1,valid,20\n2,valid,30\n3,valid,70\n"};
    setenv("PATH", dir, 1);
    for (int seed = 1; seed <= 2; seed++) {
        struct tf_row r = listops_row("transformer", "Transformer", "", seed, 700);
        char text[100];
        snprintf(text, sizeof text, "step,split,acc_pct\n%s", curve[seed - 1]);
        put_row("ended", &r);
        put_file("ended", r.run, "metrics.csv", text);
    }
    struct tf_report r = report_of("ended", true);
    struct tf_err e = {0};
    if (tf_report_write(&r, NULL, &e)) fail_msg("%s", e.msg);
    assert_non_null(
        strstr(read_text(below("ended/fig_accuracy_steps.csv")), "1,15,mean,Transformer\n3,2,60,mean,Transformer\n3,3,80,mean,"));
    assert_non_null(strstr(read_text(below("ended/fig_accuracy_steps.gp")), "of one that has ended: its last value"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_of_one_mechanism_have_colours),
        cmocka_unit_test(short_names_differ),
        cmocka_unit_test(numbers_are_at_their_marks),
        cmocka_unit_test(pale_lines_are_seen),
        cmocka_unit_test_setup_teardown(bars_have_room, report_before, after_each),
        cmocka_unit_test_setup_teardown(means_go_on, report_before, after_each),
        cmocka_unit_test_setup_teardown(labels_of_panels, report_before, after_each),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
