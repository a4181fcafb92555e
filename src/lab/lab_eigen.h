/* Eigenvalues of symmetric matrices, for the shape of a search. */
#ifndef LAB_EIGEN_H
#define LAB_EIGEN_H

#include <stddef.h>

/* Jacobi's method. `matrix` (n x n, rows `stride` apart) is overwritten; values[i]
 * is an eigenvalue and column i of `vectors` its unit vector. Only additions,
 * products, quotients and square roots: the same bits everywhere. */
void lab_eigen(double *matrix, double *vectors, double *values, size_t n, size_t stride);

#endif
