/* Mechanisms that split tokens into blocks and leaves, in plain loops, head by head. */
#include "closed.h"

#include <math.h>
#include <stdlib.h>

#include "attn/tree_attn.h"

enum { C = CLOSED_C, H = CLOSED_H, D = C / H };

/* Nyströmformer without convolution, head by head, in plain loops. */
enum { MARKS = 5 };

static void softmax_row(double *x, int n) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += x[j] = exp(x[j] / sqrt(D));
    for (int j = 0; j < n; j++) x[j] /= sum;
}

static void times(double A[MARKS][MARKS], double B[MARKS][MARKS], double y[MARKS][MARKS], double identity, double scale) {
    double c[MARKS][MARKS]; // y = scale (identity I - A B)
    for (int i = 0; i < MARKS; i++)
        for (int j = 0; j < MARKS; j++) {
            c[i][j] = identity * (i == j);
            for (int k = 0; k < MARKS; k++) c[i][j] -= A[i][k] * B[k][j];
        }
    for (int i = 0; i < MARKS * MARKS; i++) y[i / MARKS][i % MARKS] = scale * c[i / MARKS][i % MARKS];
}

static void pseudo_inverse(double A[MARKS][MARKS], double Z[MARKS][MARKS], int steps) {
    double top = 0, P[MARKS][MARKS], Y[MARKS][MARKS];
    for (int j = 0; j < MARKS; j++) {
        double sum = 0;
        for (int i = 0; i < MARKS; i++) sum += A[i][j];
        top = fmax(top, sum);
    }
    for (int i = 0; i < MARKS * MARKS; i++) Z[i / MARKS][i % MARKS] = A[i % MARKS][i / MARKS] / top;
    for (int s = 0; s < steps; s++) {
        times(A, Z, P, 0, -1);
        for (int i = 0; i < MARKS * MARKS; i++) Y[i / MARKS][i % MARKS] = 7 * (i / MARKS == i % MARKS) - P[i / MARKS][i % MARKS];
        times(P, Y, Y, 15, 1), times(P, Y, Y, 13, 1), times(Z, Y, Z, 0, -0.25);
    }
}

struct tf_mat *closed_nystrom(const struct tf_ctx *c, struct tf_mat *X) {
    const struct tf_mat *Q = tf_ctx_project(c, X, "query"), *K = tf_ctx_project(c, X, "key"), *V = tf_ctx_project(c, X, "value");
    const int T = X->rows;
    struct tf_mat *y = tf_new(c->tape, T, C);
    for (int h = 0; h < H; h++) {
        double q[MARKS][D] = {0}, k[MARKS][D] = {0}, A[MARKS][MARKS] = {0}, Z[MARKS][MARKS], o[MARKS][D] = {0}, ZB[MARKS][D] = {0};
        int of[64], size[MARKS] = {0};
        for (int i = 0; i < T; i++) size[of[i] = i * MARKS / T]++;
        for (int i = 0; i < T; i++)
            for (int d = 0; d < D; d++) {
                q[of[i]][d] += (double)Q->v[i * Q->ld + h * D + d] / size[of[i]];
                k[of[i]][d] += (double)K->v[i * K->ld + h * D + d] / size[of[i]];
            }
        for (int a = 0; a < MARKS; a++) {
            double w[64] = {0};
            for (int j = 0; j < T; j++)
                for (int d = 0; d < D; d++) w[j] += q[a][d] * (double)K->v[j * K->ld + h * D + d];
            softmax_row(w, T);
            for (int j = 0; j < T; j++)
                for (int d = 0; d < D; d++) o[a][d] += w[j] * (double)V->v[j * V->ld + h * D + d];
            for (int b = 0; b < MARKS; b++)
                for (int d = 0; d < D; d++) A[a][b] += q[a][d] * k[b][d];
            softmax_row(A[a], MARKS);
        }
        pseudo_inverse(A, Z, *(const int *)closed_option(c, "steps"));
        for (int a = 0; a < MARKS; a++)
            for (int b = 0; b < MARKS; b++)
                for (int d = 0; d < D; d++) ZB[a][d] += Z[a][b] * o[b][d];
        for (int i = 0; i < T; i++) {
            double w[MARKS] = {0}, sum[D] = {0};
            for (int a = 0; a < MARKS; a++)
                for (int d = 0; d < D; d++) w[a] += (double)Q->v[i * Q->ld + h * D + d] * k[a][d];
            softmax_row(w, MARKS);
            for (int a = 0; a < MARKS; a++)
                for (int d = 0; d < D; d++) sum[d] += w[a] * ZB[a][d];
            for (int d = 0; d < D; d++) y->v[i * y->ld + h * D + d] = (tf_real)sum[d];
        }
    }
    return tf_ctx_project(c, y, "output");
}

/* P (N,N) of one head's keys, in plain exponentials. */
static void sinkhorn_sort(const struct tf_ctx *c, const struct tf_mat *K, int h, int b, int N, double P[][24]) {
    const struct tf_mat *W = tf_ctx_param(c, "sort.weight"), *bias = tf_ctx_param(c, "sort.bias");
    const bool rows_alone = *(const int *)closed_option(c, "sort");
    const int iterations = rows_alone ? 1 : *(const int *)closed_option(c, "iterations");
    for (int n = 0; n < N; n++)
        for (int l = 0; l < N; l++) {
            double r = (double)bias->v[l];
            for (int j = n * b; j < n * b + b && j < K->rows; j++)
                for (int d = 0; d < D; d++) r += (double)K->v[j * K->ld + h * D + d] * (double)W->v[l * W->ld + d];
            P[n][l] = exp(r / *(const double *)closed_option(c, "temperature"));
        }
    for (int k = 0; k < iterations; k++) {
        for (int n = 0; n < N; n++) {
            double sum = 0;
            for (int l = 0; l < N; l++) sum += P[n][l];
            for (int l = 0; l < N; l++) P[n][l] /= sum;
        }
        for (int l = 0; l < N && !rows_alone; l++) {
            double sum = 0;
            for (int n = 0; n < N; n++) sum += P[n][l];
            for (int n = 0; n < N; n++) P[n][l] /= sum;
        }
    }
}

/* Sinkhorn: token i's block, and the mixture of all blocks by column floor(i / b) of P. */
struct tf_mat *closed_sinkhorn(const struct tf_ctx *c, struct tf_mat *X) {
    const struct tf_mat *Q = tf_ctx_project(c, X, "query"), *K = tf_ctx_project(c, X, "key"), *V = tf_ctx_project(c, X, "value");
    const int T = X->rows, b = *(const int *)closed_option(c, "block"), N = (T + b - 1) / b;
    struct tf_mat *y = tf_new(c->tape, T, C);
    for (int h = 0; h < H; h++) {
        double P[24][24];
        sinkhorn_sort(c, K, h, b, N, P);
        for (int i = 0; i < T; i++) {
            double o[D] = {0}, Z = 0;
            for (int r = 0; r < 2 * b; r++) { // the keys of the own block, then of the sorted one
                const int l = i / b, own = l * b + r;
                double k[D] = {0}, v[D] = {0}, s = 0;
                bool any = false;
                for (int n = 0; n < N; n++) {
                    const int j = r < b ? own : n * b + r - b;
                    const double p = r < b ? n == l : P[n][l];
                    for (int d = 0; d < D && j < T; d++) {
                        k[d] += p * (double)K->v[j * K->ld + h * D + d], v[d] += p * (double)V->v[j * V->ld + h * D + d];
                        any = true;
                    }
                }
                for (int d = 0; d < D; d++) s += (double)Q->v[i * Q->ld + h * D + d] * k[d];
                Z += s = any ? exp(s / sqrt(D)) : 0;
                for (int d = 0; d < D; d++) o[d] += s * v[d];
            }
            for (int d = 0; d < D; d++) y->v[i * y->ld + h * D + d] = (tf_real)(o[d] / Z);
        }
    }
    return tf_ctx_project(c, y, "output");
}

/* TF-A with keys beside the leaf, pair by pair. cost (leaves): how far the scores of row i miss each leaf. */
enum { LEAVES = 8 };

static void leaf_costs(const struct tf_ctx *c, const struct tf_mat *x, int i, int h, double cost[LEAVES]) {
    const int height = ((const struct tf_tree_options *)c->opts)->height;
    for (int leaf = 0; leaf < 1 << height; leaf++) {
        cost[leaf] = 0;
        for (int l = 0; l < height; l++) {
            char name[2][40];
            snprintf(name[0], sizeof name[0], "tree.qk.level%d.weight", l), snprintf(name[1], sizeof name[1], "tree.qk.level%d.bias", l);
            const int row = h * (1 << l) + (leaf >> (height - l));
            const struct tf_mat *w = tf_ctx_param(c, name[0]);
            double z = (double)tf_ctx_param(c, name[1])->v[row];
            for (int d = 0; d < D; d++) z += (double)w->v[row * w->ld + d] * (double)x->v[i * x->ld + h * D + d];
            const bool right = leaf >> (height - l - 1) & 1;
            if (right != (z >= 0)) cost[leaf] += fabs(z) + 1e-300;
        }
    }
}

static int best_leaf(const double cost[LEAVES], int leaves) {
    int best = 0;
    for (int j = 1; j < leaves; j++)
        if (cost[j] < cost[best]) best = j;
    return best;
}

struct tf_mat *closed_leaves(const struct tf_ctx *c, struct tf_mat *X) {
    const struct tf_tree_options *o = c->opts;
    const struct tf_mat *Q = tf_ctx_project(c, X, "query"), *K = tf_ctx_project(c, X, "key"), *V = tf_ctx_project(c, X, "value");
    const int T = X->rows, leaves = 1 << o->height, g = o->global_tokens, local = (int)(o->local_heads * H + 0.5);
    struct tf_mat *y = tf_new(c->tape, T, C);
    for (int h = 0; h < H; h++) {
        int leaf[64], held[LEAVES] = {0};
        for (int j = 0; j < T; j++) {
            double cost[LEAVES];
            leaf_costs(c, K, j, h, cost);
            leaf[j] = best_leaf(cost, leaves);
            if (j >= g) held[leaf[j]]++;
        }
        for (int i = 0; i < T; i++) {
            double cost[LEAVES], out[D] = {0}, Z = 0;
            bool visited[LEAVES] = {false};
            leaf_costs(c, Q, i, h, cost);
            const int own = best_leaf(cost, leaves);
            for (int p = 0; p < o->probes && o->probes > 1; p++) {
                int best = -1;
                for (int j = 0; j < leaves; j++)
                    if (held[j] && !visited[j] && (best < 0 || cost[j] < cost[best])) best = j;
                if (best >= 0) visited[best] = true;
            }
            if (o->probes == 1) visited[own] = true;
            for (int j = 0; j < T; j++) {
                bool in = h < H - local && (visited[leaf[j]] || (o->probes == 1 && !held[own] && i == j));
                in |= i < g || j < g || (o->window && abs(i - j) <= o->window / 2);
                double s = 0;
                for (int d = h * D; d < h * D + D; d++) s += (double)Q->v[i * Q->ld + d] * (double)K->v[j * K->ld + d];
                Z += s = in ? exp(s / sqrt(D) - (c->shape.alibi ? exp2(-8.0 * (h + 1) / H) : 0) * abs(i - j)) : 0;
                for (int d = 0; d < D; d++) out[d] += s * (double)V->v[j * V->ld + h * D + d];
            }
            for (int d = 0; d < D; d++) y->v[i * y->ld + h * D + d] = (tf_real)(out[d] / Z);
        }
    }
    return tf_ctx_project(c, y, "output");
}
