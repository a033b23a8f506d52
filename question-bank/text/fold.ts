/** Letters that Unicode does not decompose, each with the letters that a player would type. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
};

/** Text without case, accents and punctuation: words of [a-z0-9] with one space between. */
export function fold(text: string): string {
  return inAscii(text.toLowerCase())
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Lower-case text in ASCII. Most text is ASCII already. */
function inAscii(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replace(/[^ -~]/g, (letter) => WHOLE_LETTERS[letter] ?? ' ');
}

/** Folded text joined by hyphens, fit for an id. */
export function slug(text: string): string {
  return fold(text).replaceAll(' ', '-');
}
