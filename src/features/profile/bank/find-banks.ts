import type { Bank } from '../../../contract/banks.ts';

/** Words that many banks have, or that a name is said without. */
const GENERIC = new Set(
  'bank banks mfb psb finance plc ltd limited company nigeria nig ng digital services of for the and by'.split(
    ' ',
  ),
);

/** Between initials they are left out: `UBA`. */
const SMALL_WORDS = new Set(['for', 'of', 'and', 'the', 'by']);

/** What people say that no rule finds, and the telling part of the bank's name. */
const SAID_AS: Record<string, string> = {
  airtel: 'airtelsmartcash',
  airtelmoney: 'airtelsmartcash',
  fbn: 'first',
  fcmb: 'firstcitymonument',
  firstcity: 'firstcitymonument',
  gt: 'guarantytrust',
  gtb: 'guarantytrust',
  gtco: 'guarantytrust',
  guaranteetrust: 'guarantytrust',
  ibtc: 'stanbicibtc',
  moneypoint: 'moniepoint',
  paycom: 'opay',
  scb: 'standardchartered',
  skye: 'polaris',
  stanchart: 'standardchartered',
  sterlingalternative: 'alternative',
  titantrust: 'titan',
  vbank: 'vfd',
};

/** A name, as far as searching goes. */
type Spoken = {
  /** All of its words without spaces between, and the telling ones alone. */
  whole: string;
  key: string;
  /** The telling ones, and the same from the second and each later one on. */
  words: string[];
  rests: string[];
  initials: string;
};

/** How well a bank fits: the less the better. */
const FIT = { whole: 0, saidAs: 1, key: 2, rest: 3, initials: 4, start: 5, word: 6, part: 7 };

/**
 * The banks that a search finds, the best first: by their name however it is spaced, without `bank`,
 * `MFB` and the like, by a part of it, by initials and other short names (`GTB`, `uba`, `9PSB`); where
 * none has it, those that are spelt nearly so.
 */
export function findBanks(banks: readonly Bank[], typed: string): Bank[] {
  const said = spokenOf(typed);
  if (said.whole === '') return [...banks];
  const found = ranked(banks, (bank) => fitOf(spokenBank(bank), said));
  return found.length > 0 ? found : ranked(banks, (bank) => slipsOf(spokenBank(bank), said.key));
}

/** Those that fit, the best first, else in their order. */
function ranked(banks: readonly Bank[], howWell: (bank: Bank) => number | null): Bank[] {
  const fits = banks.flatMap((bank) => {
    const how = howWell(bank);
    return how === null ? [] : { bank, how };
  });
  return fits.sort((one, other) => one.how - other.how).map(({ bank }) => bank);
}

function fitOf(name: Spoken, said: Spoken): number | null {
  const { whole, key } = said;
  const meant = SAID_AS[key] ?? SAID_AS[whole];
  // Of `bank` alone nothing tells one from the other.
  const looks = key === '' ? [whole] : [key, whole];
  const is = (test: (look: string) => boolean) => looks.some(test);
  if (name.whole === whole) return FIT.whole;
  if (meant !== undefined && name.key === meant) return FIT.saidAs;
  if (is((look) => look === name.key)) return FIT.key;
  if (is((look) => name.rests.includes(look))) return FIT.rest;
  if (is((look) => look === name.initials)) return FIT.initials;
  if (name.key.startsWith(whole) || name.whole.startsWith(whole)) return FIT.start;
  if (name.rests.some((rest) => rest.startsWith(whole))) return FIT.word;
  if (name.initials.startsWith(whole)) return FIT.word;
  // Before 'bank' a word is whole: `afri bank` is none of Africa.
  const isWhole = key !== whole;
  const hasWord = (one: string) =>
    name.words.some((word) => (isWhole ? word === one : word.startsWith(one)));
  if (said.words.length > 0 && said.words.every(hasWord)) return FIT.word;
  return name.whole.includes(whole) ? FIT.part : null;
}

const spokenBanks = new WeakMap<Bank, Spoken>();

function spokenBank(bank: Bank): Spoken {
  const known = spokenBanks.get(bank) ?? spokenOf(bank.name);
  spokenBanks.set(bank, known);
  return known;
}

function spokenOf(name: string): Spoken {
  const all = wordsOf(name);
  const words = [...new Set(all.filter((word) => !GENERIC.has(word)).map(withoutKind))];
  return {
    whole: all.join(''),
    key: words.join(''),
    words,
    rests: words.slice(1).map((_, at) => words.slice(at + 1).join('')),
    initials: initialsOf(name),
  };
}

/** Its words without accents, points and apostrophes; kinds of banks by their short names. */
function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’.]/gu, '')
    .replace(/payment services?( bank)?/g, 'psb')
    .replace(/mi(cro|rco)[ -]?finana?ce( bank)?/g, ' mfb ');
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** `gtbank` is `gt`, `hopepsb` is `hope`. */
const withoutKind = (word: string) => word.replace(/^(..+?)(?:bank|mfb|psb)+$/, '$1');

function initialsOf(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.map((word) => (SMALL_WORDS.has(word) ? '' : word.slice(0, 1))).join('');
}

/** How many slips lie between a name and what was typed; `null` for too many, and another first letter. */
function slipsOf({ key, rests }: Spoken, typed: string): number | null {
  const names = [key, ...Object.keys(SAID_AS).filter((said) => SAID_AS[said] === key)];
  const fewestOf = (near: string[]) =>
    Math.min(
      ...near
        .filter(([first]) => first === typed[0])
        .map((name) => tooFar(slipsBetween(undoubled(name), undoubled(typed)), name, typed)),
    );
  // The bank itself before one that has its name in its own.
  const fewest = Math.min(fewestOf(names), fewestOf(rests) + 0.5);
  return fewest < Number.POSITIVE_INFINITY ? fewest : null;
}

/** Of short names none, of longer ones one or two slips are forgiven. */
function tooFar(slips: number, name: string, typed: string): number {
  const length = Math.min(name.length, typed.length);
  const most = length < 4 ? 0 : length < 8 ? 1 : 2;
  return slips <= most ? slips : Number.POSITIVE_INFINITY;
}

/** `acess` and `access` are one. */
const undoubled = (text: string) => text.replace(/(.)\1+/g, '$1');

/** Letters that are missing, too many, wrong, or two that changed places. */
function slipsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = [...`${other} `].map((_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const wrong = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : wrong;
      row[j] = Math.min(wrong, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
