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

// 800,000, 1.2M: there is room for seven letters.
export function short(value) {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-3)) return value.toExponential(1);
  const how = size < 1e6 ? { maximumSignificantDigits: 6 } : { notation: "compact", maximumSignificantDigits: 4 };
  return value.toLocaleString("en", how);
}

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
