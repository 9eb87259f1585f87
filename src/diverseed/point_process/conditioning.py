"""Processes given that some points are drawn and others are not, in terms of a factor or of the marginal kernel."""

import numpy as np
from scipy.linalg import qr

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from .spectrum import Spectrum, noise_level, spectrum_of_factor


def condition_factor(factor: FloatArray, included: IntArray, rest: IntArray) -> Spectrum:
    """Spectrum of ``L_BB - L_BA L_AA^-1 L_AB`` with ``L = F F^T``, from the rows B projected off those of A.

    Parameters
    ----------
    factor : (n, r) the matrix F, scaled so that the largest eigenvalue of L is 1
    included : the points A
    rest : the points B, all that can still be drawn
    """
    rows = factor[rest]
    if included.size:
        basis, triangle, _ = qr(factor[included].T, mode="economic", pivoting=True)
        norms = np.square(factor[included]).sum(axis=1)
        check_possible(np.square(triangle.diagonal()), included.size, scale=float(norms.max()))
        for _ in range(2):  # projecting twice keeps the rows orthogonal to working precision
            rows = rows - (rows @ basis) @ basis.T
    if not rows.any():
        return Spectrum(np.empty(0), np.empty((0, rest.size)))
    spectrum = spectrum_of_factor(rows)
    # what the projection leaves is rounding, too
    kept = np.flatnonzero(spectrum.eigenvalues > noise_level(len(factor)))
    return Spectrum(spectrum.eigenvalues[kept], spectrum.vectors[kept])


def condition_marginal_kernel(kernel: FloatArray, included: IntArray, excluded: IntArray) -> FloatArray:
    """``K - K_:A K_AA^-1 K_A:`` given that A is drawn, then ``K + K_:E (I - K_EE)^-1 K_E:`` given that E is not."""
    if included.size:
        inside = kernel[np.ix_(included, included)]
        values = np.linalg.eigvalsh(inside)[::-1]
        check_possible(values, included.size, scale=float(values[0]))
        kernel = kernel - kernel[:, included] @ np.linalg.solve(inside, kernel[included])
    if excluded.size:
        outside = np.eye(excluded.size) - kernel[np.ix_(excluded, excluded)]
        if np.linalg.eigvalsh(outside)[0] <= noise_level(len(kernel)):
            raise InputError(
                f"every draw contains an excluded point (of {excluded.size}): det(I - K_exclude) = "
                f"{np.linalg.det(outside):.3g}. Exclude fewer points."
            )
        kernel = kernel + kernel[:, excluded] @ np.linalg.solve(outside, kernel[excluded])
    return kernel


def embedded(spectrum: Spectrum, points: IntArray, n: int) -> Spectrum:
    """A spectrum on some of n points, with zeros for the others."""
    vectors = np.zeros((spectrum.eigenvalues.size, n))
    vectors[:, points] = spectrum.vectors
    return Spectrum(spectrum.eigenvalues, vectors)


def check_possible(pivots: FloatArray, n: int, *, scale: float) -> None:
    """Refuse n points that no draw contains together: what is left of the last one, given the others, is rounding."""
    if pivots.size < n or not pivots[-1] > noise_level(n) * scale:
        determinant = float(np.prod(pivots)) if pivots.size == n else 0.0
        independent = int((pivots > noise_level(n) * scale).sum())
        raise InputError(
            f"no draw contains all included points ({n}): det(L_include) is {determinant:.3g}, zero to "
            f"rounding, and the rank of L_include is at most {independent}. Leave out copies, points of weight 0 and "
            "points between others, or narrow the kernel (a larger gamma)."
        )
