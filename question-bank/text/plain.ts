/** Dashes and quotes as writing programs put them, for those on every keyboard. */
const PLAIN_SIGNS: Readonly<Record<string, string>> = {
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
};

/** Text as the bank keeps it: composed letters, plain dashes and quotes, single spaces. */
export function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‐-—−‘’“”]/g, (sign) => PLAIN_SIGNS[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Markup, signs that nobody sees or that turn text around, and letters but Latin ones. */
const NOT_SHOWN = /[<>\p{Cc}\p{Cf}\p{Co}\ufffd]|&\w+;|[^\p{Script=Latin}\p{Script=Common}\p{M}]/u;

/** True for text as `plain` gives it that shows nothing but what is written. */
export function isPlain(text: string): boolean {
  return text === plain(text) && !NOT_SHOWN.test(text);
}
