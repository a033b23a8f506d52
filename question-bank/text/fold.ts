/** Letters that Unicode decomposition leaves whole, as a reader would type them. */
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
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9 ]/g, (letter) => WHOLE_LETTERS[letter] ?? ' ')
    .split(' ')
    .filter((word) => word !== '')
    .join(' ');
}

/** Folded text joined by hyphens, fit for an id. */
export function slug(text: string): string {
  return fold(text).replaceAll(' ', '-');
}
