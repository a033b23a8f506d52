import unhomoglyph from 'unhomoglyph';
import { joinedEmojiFault, readUsername, USERNAME_MAX } from '../../src/rules/players.ts';

/** Who bears one of them would speak for us. */
const OUR_OWN = ['admin', 'mastermind', 'moderator', 'official', 'staff', 'support', 'system'];

/** Signs that draw letters which Unicode's own list does not know, or as others than a name needs. */
const DRAWS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't' },
  ...{ '@': 'a', $: 's', '!': 'l', '|': 'l', i: 'l' },
  ...{ ᴀ: 'a', ᴅ: 'd', ʍ: 'rn', π: 'n', η: 'n', ɴ: 'n', ᴛ: 't', ꜱ: 's' },
};

const MARKS = /\p{M}/gu;

/** A name as it is kept; `null` where the rules refuse it or it looks like one of ours (game.md#usernames). */
export function readName(typed: string): string | null {
  const name = readUsername(typed);
  return name === null || isOurs(name) ? null : name;
}

/** Why a name is refused, as its player is told. */
export function nameFault(typed: string, what: 'username' | 'nickname'): string {
  return (
    joinedEmojiFault(typed) ??
    `Choose a ${what} of 1 to ${USERNAME_MAX} characters that can all be seen, and not one of ours`
  );
}

function isOurs(name: string): boolean {
  const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
  const plain = lettersOf(name);
  // Digits stand for letters, or beside the name.
  const readings = [drawn(plain), drawn(plain.replace(/\d+/g, ''))];
  const words = [...readings.flatMap((reading) => reading.split(/[^\p{L}]+/u)), ...readings];
  return words.some((word) => OURS_DRAWN.has(letters(word)));
}

const drawn = (text: string): string =>
  [...unhomoglyph(text).toLowerCase()].map((sign) => DRAWS[sign] ?? sign).join('');

const OURS_DRAWN = new Set(OUR_OWN.map(drawn));

/** Small letters without marks; those in squares and circles as they are meant. */
function lettersOf(name: string): string {
  const meant = [...name].map((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const framed = [0x1f1e6, 0x1f150, 0x1f170].find((first) => code >= first && code < first + 26);
    return framed === undefined ? sign : String.fromCharCode(0x61 + code - framed);
  });
  return meant.join('').normalize('NFKD').toLowerCase().replace(MARKS, '');
}
