import type { Bank } from '../../../contract/banks.ts';

const SMALL_WORDS = new Set(['for', 'of', 'and']);

/** The banks that a search finds: by a part of the name, or by its initials (`GTB`, `uba`). */
export function findBanks(banks: readonly Bank[], typed: string): Bank[] {
  const search = typed.trim().toLowerCase();
  if (search === '') return [...banks];
  const found = banks.filter(({ name }) => {
    return name.toLowerCase().includes(search) || initialsOf(name).startsWith(search);
  });
  // What begins with it first; the rest as it was.
  const rank = ({ name }: Bank) => (name.toLowerCase().startsWith(search) ? 0 : 1);
  return found.sort((one, other) => rank(one) - rank(other));
}

function initialsOf(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const telling = words.filter((word) => word !== '' && !SMALL_WORDS.has(word));
  return telling.map(([first]) => first).join('');
}
