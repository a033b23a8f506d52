import { isAboutNigeria } from '../generator/about-nigeria.ts';
import type { BankQuestion } from '../reader/bank.ts';
import { AFRICAN_SHARE } from '../reader/deal.ts';
import type { Pool } from './player.ts';

/** What was found in all rounds that were dealt. */
export type Findings = {
  rounds: number;
  questions: number;
  /** Questions that the player had had before. */
  repeats: number;
  /** Repeats that came while others of the category and level had not been dealt: must be none. */
  earlyRepeats: number;
  /** Questions about Africa. */
  aboutAfrica: number;
  /** Rounds with less about Africa than a quarter, though the player had new ones for that. */
  roundsShortOfAfrica: number;
  /** Rounds with a picture or a question about Nigeria. */
  roundsDrawnOrNigerian: number;
  /** Rounds with two questions of one template side by side. */
  roundsSideBySide: number;
  /** Rounds with more than two questions of one template. */
  roundsOfATemplate: number;
  /** Rounds with two questions of one subject. */
  roundsOneSubject: number;
};

export const noFindings = (): Findings => ({
  rounds: 0,
  questions: 0,
  repeats: 0,
  earlyRepeats: 0,
  aboutAfrica: 0,
  roundsShortOfAfrica: 0,
  roundsDrawnOrNigerian: 0,
  roundsSideBySide: 0,
  roundsOfATemplate: 0,
  roundsOneSubject: 0,
});

/** Adds what was found in some rounds to what was found in others. */
export function add(found: Findings, more: Findings): void {
  for (const name of Object.keys(found) as (keyof Findings)[]) found[name] += more[name];
}

/** What is found in a round that was dealt to a player who had `seen` these of the pool before. */
export function findingsOf(
  dealt: readonly BankQuestion[],
  { questions }: Pool,
  seen: ReadonlyMap<string, number>,
): Findings {
  const isNew = ({ id }: BankQuestion): boolean => !seen.has(id);
  const newOnes = dealt.filter(isNew).length;
  const repeats = dealt.length - newOnes;
  const aboutAfrica = dealt.filter(isAboutAfrica).length;
  const newAboutAfrica = [...questions.values()].filter((one) => isAboutAfrica(one) && isNew(one));
  const quarter = Math.ceil(dealt.length * AFRICAN_SHARE);
  const templates = Map.groupBy(dealt, ({ template }) => template);
  const subjects = dealt.flatMap(({ subject }) => subject ?? []);
  return {
    rounds: 1,
    questions: dealt.length,
    repeats,
    earlyRepeats: seen.size + newOnes < questions.size ? repeats : 0,
    aboutAfrica,
    roundsShortOfAfrica: Number(aboutAfrica < Math.min(quarter, newAboutAfrica.length)),
    roundsDrawnOrNigerian: Number(dealt.some((one) => one.picture || isAboutNigeria(one))),
    roundsSideBySide: Number(dealt.some((one, at) => one.template === dealt[at - 1]?.template)),
    roundsOfATemplate: Number([...templates.values()].some(({ length }) => length > 2)),
    roundsOneSubject: Number(new Set(subjects).size < subjects.length),
  };
}

const isAboutAfrica = (question: BankQuestion): boolean => question.isAboutAfrica === true;
