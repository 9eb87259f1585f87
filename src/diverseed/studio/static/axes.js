// Round numbers for an axis, and how they are written.

export function ticks(low, high, most) {
  const rough = (high - low) / Math.max(most, 1);
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((one) => one * unit >= rough) * unit;
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6 && found.length < 50; value += step)
    found.push(Math.abs(value) < step / 1e6 ? 0 : value);
  return found;
}

export const short = (value) =>
  Math.abs(value) >= 1e6 || (value !== 0 && Math.abs(value) < 1e-3)
    ? value.toExponential(1)
    : value.toLocaleString("en", { maximumSignificantDigits: 6 });

export function range(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low < high ? [low, high] : [low - 1, high + 1];
}

// From blue over pale to orange, as a share of 0 to 1 goes up.
export function gradient(share) {
  const stops = [
    [47, 127, 191],
    [214, 214, 208],
    [224, 123, 41],
  ];
  const at = Math.min(Math.max(share, 0), 1) * 2;
  const [from, to] = at < 1 ? [stops[0], stops[1]] : [stops[1], stops[2]];
  const mixed = from.map((part, i) => Math.round(part + (to[i] - part) * (at % 1 || (at === 2 ? 1 : 0))));
  return `rgb(${mixed.join(" ")})`;
}
