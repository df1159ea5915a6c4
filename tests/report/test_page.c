/* index.html: well-formed, escaped, alone with its folder; and what its verdict says. */
#include <math.h>
#include <sys/stat.h>

#include "parts.h"
#include "report/page.h"
#include "io/svg.h"
#include "report/report.h"
#include "results/row.h"

static const char *written(const char *folder, const char *title) { return report_file(folder, title, "index.html"); }

/* Every tag that is opened is closed by its own name; NULL, or where it is not so. The text of scripts and styles is no markup. */
static const char *unbalanced(const char *s) {
    char open[64][32];
    int depth = 0;
    for (s += strcspn(s, "<"); *s; s += strcspn(s, "<")) {
        const char *at = s++, *end = s;
        char quote = 0, name[32];
        for (; *end && (quote || *end != '>'); end++)
            if (*end == quote) quote = 0;
            else if (!quote && (*end == '"' || *end == '\'')) quote = *end;
            else if (!quote && *end == '<') return at;
        if (!*end || depth == (int)TF_COUNT(open)) return at;
        const bool closes = *s == '/';
        snprintf(name, sizeof name, "%.*s", (int)strcspn(s + closes, " \n\t/>"), s + closes);
        s = end + 1;
        if (*name == '!' || end[-1] == '/') continue;
        if (closes) {
            if (!depth || strcmp(open[--depth], name)) return at;
            continue;
        }
        snprintf(open[depth++], sizeof open[0], "%s", name);
        if (!strcmp(name, "script")) s = strstr(s, "</script") ? strstr(s, "</script") : s;
        if (!strcmp(name, "style")) s = strstr(s, "</style") ? strstr(s, "</style") : s;
    }
    return depth ? s : NULL;
}

static void assert_well_formed(const char *page) {
    const char *bad = unbalanced(page);
    if (bad) fail_msg("not well-formed at: %.80s", bad);
}

static void the_checker_checks(void **state) {
    (void)state;
    assert_null(unbalanced("<!DOCTYPE html><a b='>'><c/>x</a>"));
    assert_null(unbalanced("<script>1 < 2</script>"));
    static const char *const bad[] = {"<a>", "</a>", "<a><b></a></b>", "<a <b></b></a>", "<a b='></a>"};
    for (size_t i = 0; i < TF_COUNT(bad); i++) assert_non_null(unbalanced(bad[i]));
}

static void put_two(const char *folder) {
    struct tf_row a = listops_row("transformer", "Transformer", "", 1, 738), b = listops_row("tc-a", "TC-A", "height=6", 1, 700),
                  c = listops_row("tc-a", "TC-A", "height=6", 2, 710);
    b.flops_layer_pct = c.flops_layer_pct = 51.25;
    put_row(folder, &a), put_row(folder, &b), put_row(folder, &c);
}

static void a_line_a_group(void **state) {
    (void)state;
    put_two("two");
    put_text("two/spec.yaml", "title: \"a & b\"\n");
    put_text("two/manifest.csv", "key,value\nversion,<1>\n");
    put_text("two/a #1.csv", "x\n1\n");
    const char *page = written("two", "ListOps");
    assert_well_formed(page);
    const char *body = strstr(page, "<tbody>"), *end = strstr(page, "</tbody>");
    assert_true(body && end && body < end);
    struct tf_buf rows = {0};
    tf_buf_add(&rows, body, (size_t)(end - body));
    assert_int_equal(occurrences(rows.s, "<tr>"), 2);
    assert_true(
        has(rows.s, "<td>TC-A</td><td>height=6</td><td class=\"n\" data-v=\"2\">2</td><td class=\"n\" data-v=\"35.25\">35.25</td>"));
    assert_true(has(rows.s, "<td class=\"n\" data-v=\"300000000\">286.1 MiB</td>")); // sorted as bytes
    assert_true(has(rows.s, "<td class=\"n\" data-v=\"\">—</td>"));                  // no interval over one seed
    tf_buf_free(&rows);
    assert_true(has(page, "<pre>title: &quot;a &amp; b&quot;\n</pre>"));
    assert_true(has(page, "version,&lt;1&gt;"));
    assert_true(has(page, "<a href=\"a%20%231.csv\">a #1.csv</a>"));
    assert_true(has(page, "<a href=\"table.csv\">table.csv</a>"));
    assert_true(has(page, "<li>Protocol <code>small</code>. Compare only"));
    assert_true(has(page, "<td class=\"n\"><em>(36.37)</em></td>")); // of another protocol
    char *first = tf_strdup(page);
    assert_string_equal(written("two", "ListOps"), first); // the same rows, the same bytes
    tf_free(first);
}

/* What cannot be read is not left out: there is no new page, and the one from before stays. */
static void unreadable_files_leave_the_page_as_it_was(void **state) {
    (void)state;
    static const char *const names[] = {"spec.yaml", "manifest.csv", "fig_a.svg"};
    struct tf_report r = report_of("unreadable", true);
    put_two("unreadable");
    char *page = tf_strdup(written("unreadable", "ListOps"));
    for (size_t i = 0; i < TF_COUNT(names); i++) {
        struct tf_err e = {0};
        assert_int_equal(symlink("/proc/self/mem", below("unreadable/%s", names[i])), 0); // whose first byte cannot be read: EIO
        assert_int_equal(tf_report_page(&r, &e), -1);
        assert_int_equal(e.code, TF_SYSTEM);
        assert_true(strstr(e.msg, names[i]) != NULL);
        assert_string_equal(read_text(below("unreadable/index.html")), page);
        assert_int_equal(unlink(below("unreadable/%s", names[i])), 0);
    }
    tf_free(page);
}

/* Rules are lines below the mechanisms, each once, and the verdict names one that is ahead of them. */
static void rules_stand_below(void **state) {
    (void)state;
    static const char table[] = "rule,test_n,correct\nlargest class,2000,360\nroot operator,2000,1990\n";
    put_two("rules");
    written("rules", "ListOps");
    char *csv = tf_strdup(read_text(below("rules/table.csv")));
    put_file("rules", "listops-transformer-s1", "floors.csv", table);
    put_file("rules", "listops-tc-a-height=6-s1", "floors.csv", table);
    char *page = tf_strdup(written("rules", "ListOps"));
    assert_well_formed(page);
    assert_true(has(page, "has the best test score, 36.90 % (34.81 to 39.04), below the best rule, 99.50 %; of the others"));
    assert_int_equal(occurrences(page, "Rule: "), 2);
    assert_true(strstr(page, "<td>TC-A</td>") < strstr(page, "<td>Rule: largest class</td>"));
    const char *now = read_text(below("rules/table.csv"));
    assert_memory_equal(now, csv, strlen(csv)); // the other lines are as they were
    assert_true(has(now, "\nlistops,small,,rule,Rule: largest class,,,,,,,rule,2000,18,16.37"));
    assert_true(has(now, "\nlistops,small,,rule,Rule: root operator,,,,,,,rule,2000,99.5,"));
    assert_true(has(read_text(below("rules/floors.csv")), "\nlistops-tc-a-height=6-s1,root operator,2000,1990\n"));
    // from joined files alone: the same
    assert_int_equal(unlink(below("rules/runs/listops-transformer-s1/floors.csv")), 0);
    assert_string_equal(written("rules", "ListOps"), page);
    // other data: whose rule it is; and lines that cannot be are none
    put_file("rules", "listops-tc-a-height=6-s2", "floors.csv", "rule,test_n,correct\nlargest class,2000,10\nroot operator,5,6\nx,y,z\n");
    written("rules", "ListOps");
    assert_true(has(read_text(below("rules/table.csv")),
                    "\nlistops,small,,rule,Rule: largest class,run=listops-tc-a-height=6-s2,,,,,,rule,2000,0.5,"));
    assert_int_equal(occurrences(read_text(below("rules/table.csv")), ",rule,"), 6);
    tf_free(csv), tf_free(page);
}

/* A rule on several data is named by what its data depend on: options of the task, and else the length or the data; by no setting of the
 * model that happened to be tested there. */
static void rules_are_of_their_data(void **state) {
    (void)state;
    static const struct {
        const char *folder, *setting[3], *data[3], *rule[2];
        long n[3];
    } of[] = {{"sweep",
               {"max_length=64 lr=1", "max_length=64 lr=2", "max_length=128 lr=1"},
               {"", "", ""},
               {"max_length=64", "max_length=128"},
               {64, 64, 128}},
              {"lengths", {"height=2", "height=4", "height=6"}, {"", "", ""}, {"n=64", "n=128"}, {64, 64, 128}},
              {"data",
               {"height=2", "height=4", "height=6"},
               {"00001111aaaa", "00001111aaaa", "22223333bbbb"},
               {"data=00001111", "data=22223333"},
               {64, 64, 64}},
              {"runs",
               {"height=2", "height=4", "height=6"},
               {"", "", ""},
               {"run=listops-tf-a-height=2-s1", "run=listops-tf-a-height=6-s1"},
               {64, 64, 64}}};
    for (size_t k = 0; k < TF_COUNT(of); k++) {
        for (int i = 0; i < 3; i++) {
            struct tf_row r = listops_row("tf-a", "TF-A", of[k].setting[i], 1, 700);
            if (k) r.height = 2 + 2 * i;
            r.flops_n = of[k].n[i], snprintf(r.data_hash, sizeof r.data_hash, "%s", of[k].data[i]);
            put_row(of[k].folder, &r);
            put_file(of[k].folder, r.run, "floors.csv",
                     i < 2 ? "rule,test_n,correct\nlargest class,2000,360\n" : "rule,test_n,correct\nlargest class,2000,380\n");
        }
        written(of[k].folder, "ListOps");
        const char *csv = read_text(below("%s/table.csv", of[k].folder));
        for (int i = 0; i < 2; i++) {
            char line[128];
            snprintf(line, sizeof line, ",rule,Rule: largest class,%s,,,,,,rule,2000,%s,", of[k].rule[i], i ? "19" : "18");
            if (!has(csv, line)) fail_msg("no %s in\n%s", line, csv);
        }
        assert_int_equal(occurrences(csv, ",Rule: "), 2);
    }
}

/* A language model's rules count what it predicts. */
static void rules_count_tokens(void **state) {
    (void)state;
    put_two("counts");
    put_file("counts", "listops-transformer-s1", "floors.csv", "rule,test_n,correct,loss_nats\nsingle tokens,2000,360,4.5\n");
    assert_true(has(written("counts", "ListOps"), "they count single tokens, or pairs of tokens (words, characters or bytes), of the"));
}

static void what_data_say_is_text(void **state) {
    (void)state;
    struct tf_row a = listops_row("transformer", "<script>alert(1)</script>", "", 1, 738),
                  b = listops_row("tc-a", "TC-A", "x=<img src=http://h/>&\"'", 1, 700);
    snprintf(a.run, sizeof a.run, "one"), snprintf(b.run, sizeof b.run, "two");
    snprintf(a.quirks, sizeof a.quirks, "a <b> *c* `d`");
    put_row("hostile", &a), put_row("hostile", &b);
    const char *page = written("hostile", "</title><script>\x01\"x\"");
    assert_well_formed(page);
    assert_int_equal(occurrences(page, "<script"), 1); // the page's own
    assert_int_equal(occurrences(page, "<img"), 0);
    assert_int_equal(occurrences(page, "src="), 2); // as text, in the table and the verdict
    assert_true(has(page, "<title>&lt;/title&gt;&lt;script&gt; &quot;x&quot;</title>"));
    assert_true(has(page, "<td>x=&lt;img src=http://h/&gt;&amp;&quot;&#39;</td>"));
    assert_true(has(page, "<b>&lt;script&gt;alert(1)&lt;/script&gt;</b> has the best test score"));
    assert_true(has(page, "<li>listops: a &lt;b&gt; <em>c</em> <code>d</code>.</li>"));
    assert_false(has(page, "href=\"http"));
    assert_true(has(page, "default-src 'none'"));
}

/* ---- the verdict ------------------------------------------------------------------------------------------------------------ */

static const char *verdict_of(struct tf_row *row, int n) {
    static char text[2000];
    struct report r = {.protocol = "small", .row = row, .n = n};
    struct tf_buf out = {0};
    report_group_rows(&r);
    report_verdict(&r, &out);
    snprintf(text, sizeof text, "%s", out.s ? out.s : "");
    tf_buf_free(&out);
    tf_free(r.group);
    return text;
}

static void verdicts(void **state) {
    (void)state;
    struct tf_row row[3] = {listops_row("transformer", "Transformer", "", 1, 738), listops_row("tc-a", "TC-A", "", 1, 700),
                            listops_row("linformer", "Linformer", "", 1, 690)};
    row[1].flops_layer_pct = 51.25;
    assert_string_equal(verdict_of(row, 3),
                        "<p class=\"verdict\"><b>Transformer</b> has the best test score, 36.90 % (34.81 to 39.04); "
                        "of the others <b>TC-A</b> comes nearest, 35.00 % (32.94 to 37.12), with 51.25 % of a full "
                        "attention layer's work: not distinguishable, 1.90 points are within noise (2.97). <small>(95 % intervals over "
                        "the test set)</small></p>\n");
    row[1] = listops_row("tc-a", "TC-A", "", 1, 900);
    assert_true(has(verdict_of(row, 3), "<b>TC-A</b> has the best test score, 45.00 % (42.83 to 47.19), with 100.00 % of a full attention "
                                        "layer's work; against full attention, <b>Transformer</b>, 36.90 % (34.81 to 39.04): 8.10 "
                                        "points are beyond noise (3.03)."));
    row[1] = listops_row("tc-a", "TC-A", "", 1, 800); // the intervals overlap, and yet
    assert_true(has(verdict_of(row, 3), "40.00 % (37.87 to 42.16), with 100.00 % of a full attention layer's work; against full attention, "
                                        "<b>Transformer</b>, 36.90 % (34.81 to 39.04): 3.10 points are beyond noise (3.01)."));
    assert_string_equal(verdict_of(row, 1), "<p class=\"verdict\"><b>Transformer</b>: 36.90 % (34.81 to 39.04). "
                                            "<small>(95 % intervals over the test set)</small></p>\n"); // nothing is best alone
    assert_true(has(verdict_of(row + 1, 2), "; no run of full attention is there to compare with."));
    for (int i = 0; i < 3; i++) snprintf(row[i].data_hash, sizeof row[i].data_hash, "%016d", i != 1); // TC-A's test is of other examples
    assert_true(has(verdict_of(row, 2), "<b>Transformer</b>: 36.90 %") && !has(verdict_of(row, 2), "against full attention"));
    snprintf(row[0].status, sizeof row[0].status, "diverged"), row[0].test_score_pct = NAN;
    assert_true(has(verdict_of(row, 2), "<b>TC-A</b>: 40.00 %") &&
                has(verdict_of(row, 2), "; full attention has no score to compare with."));
    row[0] = row[2], snprintf(row[0].attention, sizeof row[0].attention, "transformer"),
    snprintf(row[0].data_hash, sizeof row[0].data_hash, "%s", row[1].data_hash);
    snprintf(row[1].status, sizeof row[1].status, "diverged"), row[1].test_score_pct = NAN;
    assert_true(has(verdict_of(row, 2), "; no other mechanism has a score to compare with."));
    for (int i = 0; i < 3; i++) snprintf(row[i].status, sizeof row[i].status, "diverged"), row[i].test_score_pct = NAN;
    assert_true(has(verdict_of(row, 3), "no run has a score with its interval."));
}

/* Seeds far apart tell nothing, however large the test. */
static void seeds_can_overlap(void **state) {
    (void)state;
    static const double right[2][4] = {{750, 752, 950, 952}, {600, 900, 800, 1100}};
    struct tf_row row[4];
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 4; i++)
            row[i] = listops_row(i < 2 ? "transformer" : "tc-a", i < 2 ? "Transformer" : "TC-A", "", i % 2 + 1, right[k][i]);
        assert_true(has(verdict_of(row, 4),
                        k ? ": not distinguishable, 10.00 points are within the seeds' noise (" : " points are beyond noise ("));
    }
}

/* Near 100 % the interval over the seeds ends there, and its other half still counts whole. */
static void seeds_overlap_at_the_edge(void **state) {
    (void)state;
    static const double right[] = {1878, 1882, 1980, 2000};
    struct tf_row row[4];
    for (int i = 0; i < 4; i++)
        row[i] = listops_row(i < 2 ? "transformer" : "tf-a", i < 2 ? "Transformer" : "TF-A", "", i % 2 + 1, right[i]);
    assert_true(has(verdict_of(row, 4), ": not distinguishable, 5.50 points are within the seeds' noise (6.48)"));
}

/* A task's test counts what it asks for. */
static void tests_count_what_they_ask(void **state) {
    (void)state;
    static const char *const task[] = {"mqar", "corpus", "squad"};
    static const char *const unit[] = {"2000 test questions in sequences of ", "2000 test hidden words in sequences of ",
                                       "2000 test questions in sequences of "};
    for (int k = 0; k < 3; k++) {
        struct tf_row row[2] = {finished_row(task[k], "small", "transformer", "Transformer", 1, 700, 2000),
                                listops_row("transformer", "Transformer", "", 1, 700)};
        assert_true(has(verdict_of(row, 2), unit[k]) && has(verdict_of(row, 2), "2000 test examples of "));
    }
}

/* Language models are ranked by perplexity, whatever share of the next words they have right; memory is no score. */
static void perplexities_rank(void **state) {
    (void)state;
    struct tf_row row[3];
    for (int i = 0; i < 3; i++) {
        row[i] = finished_row("lm", "small", i ? "segtree" : "transformer", i ? "SegTree" : "Transformer", 1, i ? 500 : 520, 2000);
        row[i].test_loss_nats = log(i ? 98.2 : 101.4);
    }
    assert_string_equal(verdict_of(row, 2),
                        "<p class=\"verdict\"><b>SegTree</b> has the lowest test perplexity, 98.20, with 100.00 % of a full attention "
                        "layer's work; against full attention, <b>Transformer</b>, 101.40.</p>\n");
    assert_string_equal(verdict_of(row, 1), "<p class=\"verdict\"><b>Transformer</b>: test perplexity 101.40.</p>\n");
    row[1].test_loss_nats = log(105);
    assert_true(has(verdict_of(row, 2), "<b>Transformer</b> has the lowest test perplexity, 101.40; of the others <b>SegTree</b> comes "
                                        "nearest, 105.00, with 100.00 % of a full attention layer's work."));
    for (int i = 0; i < 3; i++) row[i].test_score_pct = 0;
    assert_string_equal(verdict_of(row, 2), "");
}

/* A correlation of 0 is chance, and a score. */
static void nothing_but_chance_is_a_score(void **state) {
    (void)state;
    struct tf_row row[2] = {listops_row("transformer", "Transformer", "", 1, 0), listops_row("tc-a", "TC-A", "", 1, 0)};
    for (int i = 0; i < 2; i++) snprintf(row[i].metric, sizeof row[i].metric, "matthews"), row[i].test_lo_pct = -2, row[i].test_hi_pct = 2;
    assert_true(has(verdict_of(row, 2), "<b>TC-A</b> shares the best test score, 0.00 % (-2.00 to 2.00)"));
}

/* They are of the task that the others are of, and there is no verdict on them. */
static void diverged_runs_have_no_verdict(void **state) {
    (void)state;
    struct tf_row row[4];
    for (int i = 0; i < 4; i++) {
        row[i] = listops_row(i % 2 ? "tc-a" : "transformer", i % 2 ? "TC-A" : "Transformer", i < 2 ? "" : "lr=9", 1, 700 + i);
        if (i >= 2) snprintf(row[i].status, sizeof row[i].status, "diverged"), row[i].test_n = 0, row[i].test_score_pct = NAN;
    }
    const char *four = verdict_of(row, 4);
    assert_int_equal(occurrences(four, "<p class"), 1);
    assert_true(has(four, "<p class=\"verdict\"><b>TC-A</b> has the best test score"));
    assert_string_equal(verdict_of(row + 2, 2), "<p class=\"verdict\">no run has a score with its interval.</p>\n");
}

/* The test sets' intervals are apart, those over the seeds are not. */
static void seeds_count_too(void **state) {
    (void)state;
    struct tf_row row[4];
    for (int i = 0; i < 4; i++)
        row[i] = listops_row(i < 2 ? "transformer" : "tc-a", "T", "", i % 2 + 1, (i < 2 ? 600 : 900) + 300 * (i % 2));
    assert_true(has(verdict_of(row, 4), ": not distinguishable, 15.00 points are within the seeds' noise ("));
    for (int i = 0; i < 4; i++) row[i] = listops_row(i < 2 ? "transformer" : "tc-a", "T", "", i % 2 + 1, (i < 2 ? 600 : 900) + i % 2);
    assert_true(has(verdict_of(row, 4), " points are beyond noise ("));
}

/* Stand-in data says nothing about the published one. */
static void other_data_is_not_compared(void **state) {
    (void)state;
    struct tf_row row[2] = {listops_row("transformer", "Transformer", "", 1, 738), listops_row("tc-a", "TC-A", "", 1, 900)};
    snprintf(row[1].data_kind, sizeof row[1].data_kind, "stand-in");
    const char *text = verdict_of(row, 2);
    assert_int_equal(occurrences(text, "<p class="), 2);
    assert_int_equal(occurrences(text, "</b>: "), 2); // each stands alone
    assert_false(has(text, "best") || has(text, "compare"));
}

/* ---- figures ------------------------------------------------------------------------------------------------------------------ */

static const char drawing[] = "<?xml version=\"1.0\"?>\n<!-- a > b -->\n<svg xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
                              "<title>Gnuplot</title><g id=\"gnuplot_canvas\"><circle id='gpDot' r = '1' onclick='x()'/><!-- </svg> -->"
                              "<use xlink:href='#gpDot' fill=\"url(#p)\"/><a href='http://h/'><text>id='a' &lt;</text></a></g></svg>\nrest";

static void figures_have_names_of_their_own(void **state) {
    (void)state;
    struct tf_buf out = {0};
    assert_true(tf_svg_embed(&out, drawing, 3));
    assert_string_equal(out.s, "<svg xmlns:xlink=\"http://www.w3.org/1999/xlink\"><g id=\"f3-gnuplot_canvas\"><circle id='f3-gpDot' r='1'/>"
                               "<use xlink:href='#f3-gpDot' fill=\"url(#f3-p)\"/><a><text>id='a' &lt;</text></a></g></svg>");
    static const char *const bad[] = {"",
                                      "no drawing",
                                      "<svg>",
                                      "<svg><g></svg>",
                                      "<svg a></svg>",
                                      "<svg a='x></svg>",
                                      "<svg><!-- ",
                                      "<svg><g/></svg",
                                      "<svg><",
                                      "<svg><![CDATA[x]]></svg>",
                                      "<svg><script>x</script></svg>",
                                      "<svg><STYLE>x</STYLE></svg>",
                                      "<svg><foreignObject/></svg>"};
    for (size_t i = 0; i < TF_COUNT(bad); i++) {
        out.len = 0, tf_buf_addf(&out, "kept");
        if (tf_svg_embed(&out, bad[i], 0)) fail_msg("a page would hold: %s", bad[i]);
        assert_string_equal(out.s, "kept");
    }
    tf_buf_free(&out);
}

static void figures_stand_in_the_page(void **state) {
    (void)state;
    put_two("drawn");
    put_text("drawn/fig_b.svg", drawing), put_text("drawn/fig_a.svg", drawing), put_text("drawn/fig_c.svg", "cut <svg><g>");
    put_text("drawn/fig_a.csv", "x\n");
    assert_false(has(written("drawn", "ListOps"), "<svg")); // not drawn now: of an earlier time
    struct tf_report r = report_of("drawn", true);
    struct tf_err e = {0};
    if (tf_report_page(&r, &e)) fail_msg("%s", e.msg);
    const char *page = read_text(below("drawn/index.html"));
    assert_well_formed(page);
    assert_int_equal(occurrences(page, "<svg"), 2);
    assert_int_equal(occurrences(page, "id='f0-gpDot'"), 1);
    assert_int_equal(occurrences(page, "id='f1-gpDot'"), 1);
    assert_int_equal(occurrences(page, "This figure cannot be shown here."), 1);
    assert_true(has(page, "<a href=\"fig_a.csv\">csv</a> <a href=\"fig_a.svg\">svg</a>"));
    assert_int_equal(occurrences(page, "href=\"fig_a.csv\""), 1); // with its figure, not among the tables
}

/* ---- the folder ---------------------------------------------------------------------------------------------------------------- */

static void a_page_that_cannot_be_written_warns(void **state) {
    (void)state;
    struct tf_err e = {0};
    put_two("blocked");
    assert_int_equal(tf_mkdirs(below("blocked/index.html"), &e), 0);
    struct tf_report r = report_of("blocked", false);
    assert_int_equal(tf_report_write(&r, NULL, &e), 0);
    assert_int_equal(warnings, 1);
    assert_true(has(last_warning, "no page: ") && has(last_warning, "index.html"));
    assert_true(tf_file_exists(below("blocked/table.csv")));
}

static void a_page_while_runs_go_on(void **state) {
    (void)state;
    struct tf_err e = {0};
    put_two("live");
    put_text("live/fig_a.svg", drawing);
    struct tf_report r = report_of("live", false);
    r.live = "<p>1 of 2 runs done</p>\n", r.running = true, r.plot = true;
    if (tf_report_page(&r, &e)) fail_msg("%s", e.msg);
    const char *page = read_text(below("live/index.html"));
    assert_well_formed(page);
    assert_true(has(page, "<meta http-equiv=\"refresh\" content=\"5\"/>") && has(page, "</h1>\n<p>1 of 2 runs done</p>\n"));
    assert_true(has(page, "<td>TC-A</td>") && !has(page, "<svg")); // what is finished; the figures are of an earlier time
    assert_false(tf_file_exists(below("live/table.csv")));
    r.running = false; // it was stopped
    if (tf_report_page(&r, &e)) fail_msg("%s", e.msg);
    page = read_text(below("live/index.html"));
    assert_true(has(page, "1 of 2 runs done") && has(page, "<svg") && !has(page, "http-equiv=\"refresh\""));
    page = written("live", "ListOps");
    assert_false(has(page, "1 of 2 runs done") || has(page, "http-equiv=\"refresh\""));
}

static void no_run_yet(void **state) {
    (void)state;
    struct tf_err e = {0};
    assert_int_equal(tf_mkdirs(below("none/rows"), &e), 0);
    const char *page = written("none", "ListOps");
    assert_well_formed(page);
    assert_true(has(page, "<p>No run has finished yet.</p>"));
    assert_int_equal(occurrences(page, "<table"), 0);
}

static void several_folders_have_a_part_each_task(void **state) {
    (void)state;
    struct tf_row text = finished_row("text", "small", "transformer", "Transformer", 1, 1250, 2000);
    struct tf_err e = {0};
    snprintf(text.run, sizeof text.run, "text-transformer-s1");
    put_two("one"), put_row("other", &text);
    char dirs[3][200];
    static const char *const name[] = {"one", "other", "both"};
    for (int i = 0; i < 3; i++) snprintf(dirs[i], sizeof dirs[i], "%s", in_dir(name[i]));
    const struct tf_report_all all = {.dirs = (const char *const[]){dirs[0], dirs[1]}, .n_dirs = 2, .out = dirs[2]};
    if (tf_report_write_all(&all, NULL, &e)) fail_msg("%s", e.msg);
    const char *page = read_text(below("both/index.html"));
    assert_well_formed(page);
    assert_int_equal(occurrences(page, "<table class=\"sort\">"), 2);
    assert_int_equal(occurrences(page, "<p class=\"verdict\">"), 2);
    assert_true(has(page, "<h1>Several tasks together</h1>") && has(page, "<h2>ListOps</h2>"));
    assert_true(has(page, "<a href=\"table_score.csv\">"));
}

static int index_of(const char *const *dirs, int n, const char *out, struct tf_err *e) {
    return tf_report_index(&(struct tf_report_all){.dirs = dirs, .n_dirs = n, .out = out}, e);
}

static void an_index_of_folders(void **state) {
    (void)state;
    struct tf_err e = {0};
    put_two("all/a b"), put_two("all/c"), put_two("outside");
    put_text("all/a b/spec.yaml", "title: First & foremost\nprotocol: small\ntask: {name: listops}\n");
    put_text("all/c/spec.yaml", "infer: {}\n");
    char dirs[4][200];
    static const char *const name[] = {"all/a b/", "all/c", "outside", "all"};
    for (int i = 0; i < 4; i++) snprintf(dirs[i], sizeof dirs[i], "%s", in_dir(name[i]));
    const char *const found[] = {dirs[2], dirs[1], dirs[0]};
    if (index_of(found, 3, dirs[3], &e)) fail_msg("%s", e.msg);
    const char *page = read_text(below("all/index.html"));
    assert_well_formed(page);
    assert_int_equal(occurrences(page, "<table class=\"sort\">"), 1); // times and a folder without a spec are passed over
    assert_true(has(page, "First &amp; foremost</") && has(page, "<a href=\"a%20b/\">a b/</a>"));
    assert_int_equal(index_of(found, 2, dirs[3], &e), -1);
    assert_int_equal(e.code, TF_BAD);
    // a slash at the end, as a shell completes it, and a page beside the folder
    char slash[210], here[300];
    snprintf(slash, sizeof slash, "%s/", dirs[3]);
    e = (struct tf_err){0};
    if (index_of(&found[2], 1, slash, &e)) fail_msg("%s", e.msg);
    assert_true(has(read_text(below("all/index.html")), "<a href=\"a%20b/\">a b/</a>"));
    put_text("beside/x", "");
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(dir), 0);
    const int rc = index_of((const char *const[]){"./all/a b"}, 1, "./beside/", &e);
    assert_int_equal(chdir(here), 0);
    if (rc) fail_msg("%s", e.msg);
    assert_true(has(read_text(below("beside/index.html")), "<a href=\"../all/a%20b\">"));
}

/* Into a folder that is made for it, with labels and links that lead there; a page of somebody else stays. */
static void an_index_elsewhere(void **state) {
    (void)state;
    struct tf_err e = {0}, f = {0}, g = {0};
    put_two("runs/a"), put_two("pages/b");
    put_text("runs/a/spec.yaml", "title: First\nprotocol: small\ntask: {name: listops}\n");
    put_text("pages/b/spec.yaml", "title: Second\nprotocol: small\ntask: {name: listops}\n");
    char dirs[4][200], up[300];
    static const char *const name[] = {"runs/a", "pages/b", "pages/new/all", "gone"};
    for (int i = 0; i < 4; i++) snprintf(dirs[i], sizeof dirs[i], "%s", in_dir(name[i]));
    snprintf(up, sizeof up, "%s/../b", dirs[1]);
    const struct tf_report_all t = {
        .dirs = (const char *const[]){dirs[0], up}, .n_dirs = 2, .labels = (const char *const[]){"old", ""}, .out = dirs[2]};
    for (int again = 0; again < 2; again++)
        if (tf_report_index(&t, &e)) fail_msg("%s", e.msg);
    const char *page = read_text(below("pages/new/all/index.html"));
    assert_well_formed(page);
    assert_true(has(page, "<h2>First (old)</h2>") && has(page, "<a href=\"../../../runs/a\">"));
    assert_true(has(page, "<h2>Second</h2>") && has(page, "<a href=\"../../b\">"));
    assert_int_equal(index_of((const char *const[]){dirs[0], dirs[3]}, 2, dirs[2], &f), -1);
    assert_true(f.code == TF_BAD && has(f.msg, "gone is not there"));
    put_text("pages/new/all/index.html", "<html>mine</html>");
    assert_int_equal(tf_report_index(&t, &g), -1);
    assert_true(g.code == TF_BAD && has(g.msg, "choose another --index"));
    assert_string_equal(read_text(below("pages/new/all/index.html")), "<html>mine</html>");
}

/* A smaller test set, or shorter texts, are another test. */
static void other_tests_are_not_compared(void **state) {
    (void)state;
    struct tf_row full = listops_row("transformer", "Transformer", "", 1, 590), other = listops_row("tc-a", "TC-A", "", 1, 700);
    full.test_n = 1000, other.test_n = 10000;
    put_row("tests", &full), put_row("tests", &other);
    struct tf_report r = report_of("tests", false);
    struct tf_err e = {0};
    if (tf_report_write(&r, NULL, &e)) fail_msg("%s", e.msg);
    const char *page = read_text(below("tests/index.html"));
    assert_true(!has(page, "noise") && has(page, ", 10000 test examples of ") && has(page, ", 1000 test examples of "));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checker_checks),
        cmocka_unit_test_setup_teardown(a_line_a_group, report_before, after_each),
        cmocka_unit_test_setup_teardown(unreadable_files_leave_the_page_as_it_was, report_before, after_each),
        cmocka_unit_test_setup_teardown(rules_stand_below, report_before, after_each),
        cmocka_unit_test_setup_teardown(rules_are_of_their_data, report_before, after_each),
        cmocka_unit_test_setup_teardown(rules_count_tokens, report_before, after_each),
        cmocka_unit_test_setup_teardown(what_data_say_is_text, report_before, after_each),
        cmocka_unit_test_setup_teardown(verdicts, report_before, after_each),
        cmocka_unit_test_setup_teardown(seeds_can_overlap, report_before, after_each),
        cmocka_unit_test_setup_teardown(seeds_overlap_at_the_edge, report_before, after_each),
        cmocka_unit_test_setup_teardown(tests_count_what_they_ask, report_before, after_each),
        cmocka_unit_test_setup_teardown(perplexities_rank, report_before, after_each),
        cmocka_unit_test_setup_teardown(nothing_but_chance_is_a_score, report_before, after_each),
        cmocka_unit_test_setup_teardown(diverged_runs_have_no_verdict, report_before, after_each),
        cmocka_unit_test_setup_teardown(seeds_count_too, report_before, after_each),
        cmocka_unit_test_setup_teardown(other_data_is_not_compared, report_before, after_each),
        cmocka_unit_test_setup_teardown(other_tests_are_not_compared, report_before, after_each),
        cmocka_unit_test_setup_teardown(figures_have_names_of_their_own, report_before, after_each),
        cmocka_unit_test_setup_teardown(figures_stand_in_the_page, report_before, after_each),
        cmocka_unit_test_setup_teardown(a_page_that_cannot_be_written_warns, report_before, after_each),
        cmocka_unit_test_setup_teardown(a_page_while_runs_go_on, report_before, after_each),
        cmocka_unit_test_setup_teardown(no_run_yet, report_before, after_each),
        cmocka_unit_test_setup_teardown(an_index_of_folders, report_before, after_each),
        cmocka_unit_test_setup_teardown(an_index_elsewhere, report_before, after_each),
        cmocka_unit_test_setup_teardown(several_folders_have_a_part_each_task, report_before, after_each),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
