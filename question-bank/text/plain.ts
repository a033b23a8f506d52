/** Dashes and quotes of word processors, and their equivalents on every keyboard. */
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

/** Text as the bank stores it: composed letters, plain dashes and quotes, single spaces. */
export function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‐-—−‘’“”]/g, (sign) => PLAIN_SIGNS[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Markup, invisible signs, signs that reverse text, and letters other than Latin. */
const NOT_SHOWN = /[<>\p{Cc}\p{Cf}\p{Co}\ufffd]|&\w+;|[^\p{Script=Latin}\p{Script=Common}\p{M}]/u;

/** True for text in the form of `plain` that shows exactly what is written. */
export function isPlain(text: string): boolean {
  return text === plain(text) && !NOT_SHOWN.test(text);
}
