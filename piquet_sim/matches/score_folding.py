"""Distributions of gains combined with what follows: one step of the recursion over deals."""

import numpy as np


def expect_along(quantities: np.ndarray, law: np.ndarray) -> np.ndarray:
    """Expectation of values[d + g] over a law of gains g, an odd array centred on 0.

    Beyond the ends values go on as they end, or along the line on which they end.
    """
    reach = len(law) // 2
    steps = np.arange(1, reach + 1)

    def expect(values: np.ndarray) -> np.ndarray:
        first, last = values[1] - values[0], values[-1] - values[-2]
        padded = [values[0] - first * steps[::-1], values, values[-1] + last * steps]
        return np.convolve(np.concatenate(padded), law[::-1], mode="valid")

    return np.array([expect(values) for values in quantities])


def expect_over(quantities: np.ndarray, law: np.ndarray) -> np.ndarray:
    """Expectation of values[a + e, b + y] over a law of gains, totals counted up to the line."""
    line = law.shape[0] - 1
    padded = np.pad(quantities, ((0, 0), (0, line), (0, line)), mode="edge")
    size = 1 << (2 * line + 1).bit_length()
    turned = np.conj(np.fft.rfft2(law, (size, size)))
    whole = np.fft.irfft2(np.fft.rfft2(padded, (size, size)) * turned, (size, size))
    return whole[:, : line + 1, : line + 1]


def spread_over(seen: np.ndarray, law: np.ndarray) -> np.ndarray:
    """Where states are after gains, all totals from the line on being one."""
    line = len(seen) - 1
    size = 1 << (2 * line + 1).bit_length()
    whole = np.fft.irfft2(
        np.fft.rfft2(seen, (size, size)) * np.fft.rfft2(law, (size, size)), (size, size)
    )[: 2 * line + 1, : 2 * line + 1]
    folded = whole[: line + 1, : line + 1].copy()
    folded[line] += whole[line + 1 :, : line + 1].sum(axis=0)
    folded[:, line] += whole[: line + 1, line + 1 :].sum(axis=1)
    folded[line, line] += whole[line + 1 :, line + 1 :].sum()
    return np.maximum(folded, 0.0)
