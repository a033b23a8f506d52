/**
 * The spellings of a draw's figure: 64 lower-case hexadecimal digits, a number without zeros at its
 * end (`shortest`), or a number with this many decimals. Older figures, which were named without
 * their number of decimals, are `shortest` (draw.md#the-figure).
 */
export const FIGURE_SPELLINGS = [
  'hex',
  'shortest',
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
] as const;

export type FigureSpelling = (typeof FIGURE_SPELLINGS)[number];

const HEX = /^[0-9a-f]{64}$/;
/** Matches a number that has no zeros before its first significant digit. */
const NUMBER = /^(0|[1-9]\d{0,29})(?:\.(\d{1,8}))?$/;

/** Whether a text is a figure in this spelling. Every figure has exactly one text in a spelling. */
export function isFigure(text: string, spelling: FigureSpelling): boolean {
  if (spelling === 'hex') return HEX.test(text);
  const [, whole, decimals = ''] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return false;
  return spelling === 'shortest' ? !decimals.endsWith('0') : decimals.length === Number(spelling);
}

/** A spelling in words, such as `a number with 2 decimals` (draw.md#the-figure). */
export function spelledText(spelling: FigureSpelling): string {
  if (spelling === 'hex') return '64 small hexadecimal digits';
  if (spelling === 'shortest') return 'a number without zeros at the end of its decimals';
  if (spelling === '0') return 'a whole number';
  return `a number with ${spelling} decimal${spelling === '1' ? '' : 's'}`;
}
