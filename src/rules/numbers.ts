/** Commas, `decimals` places, and `fallback` for what is no number (flows.md#number-display). */
export function formatNumber(value: unknown, decimals = 0, fallback = '0.00'): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return fallback;
  const rounded = number.toFixed(decimals);
  const [whole = '0', fraction] = rounded.replace(/^-0(\.0*)?$/, '0$1').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
