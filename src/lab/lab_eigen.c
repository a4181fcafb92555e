/* Cyclic Jacobi rotations: slower than others on large matrices, but short, and
 * accurate for the small eigenvalues that a search lives by. */
#include "lab/lab_eigen.h"

#include <math.h>

/* Turns rows and columns p and q so that the entry at (p, q) becomes 0. */
static void rotate(double *a, double *v, size_t n, size_t stride, size_t p, size_t q)
{
    double apq = a[p * stride + q];
    if (apq == 0) return;
    double theta = (a[q * stride + q] - a[p * stride + p]) / (2 * apq);
    double t = 1 / (fabs(theta) + sqrt(theta * theta + 1));
    if (theta < 0) t = -t;
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (size_t i = 0; i < n; i++) {
        double x = a[i * stride + p], y = a[i * stride + q];
        a[i * stride + p] = c * x - s * y;
        a[i * stride + q] = s * x + c * y;
    }
    for (size_t i = 0; i < n; i++) {
        double x = a[p * stride + i], y = a[q * stride + i];
        a[p * stride + i] = c * x - s * y;
        a[q * stride + i] = s * x + c * y;
    }
    a[p * stride + q] = a[q * stride + p] = 0;
    for (size_t i = 0; i < n; i++) {
        double x = v[i * stride + p], y = v[i * stride + q];
        v[i * stride + p] = c * x - s * y;
        v[i * stride + q] = s * x + c * y;
    }
}

void lab_eigen(double *matrix, double *vectors, double *values, size_t n, size_t stride)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) vectors[i * stride + j] = i == j;
    for (int sweep = 0; sweep < 60; sweep++) {
        double off = 0, diagonal = 0;
        for (size_t i = 0; i < n; i++) {
            diagonal += matrix[i * stride + i] * matrix[i * stride + i];
            for (size_t j = i + 1; j < n; j++)
                off += matrix[i * stride + j] * matrix[i * stride + j];
        }
        if (off <= 1e-34 * diagonal) break;
        for (size_t p = 0; p < n; p++)
            for (size_t q = p + 1; q < n; q++) rotate(matrix, vectors, n, stride, p, q);
    }
    for (size_t i = 0; i < n; i++) values[i] = matrix[i * stride + i];
}
