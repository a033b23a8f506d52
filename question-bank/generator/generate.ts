import { CATEGORY_IDS, LEVELS, type Question } from '../question.ts';
import type { Content } from '../reader/content.ts';
import { AskedBefore } from '../rules/alike.ts';
import { brokenRules } from '../rules/question-rules.ts';
import { oddOneOut } from '../rules/weights.ts';
import { isAboutNigeria } from './about-nigeria.ts';
import { balancePositions } from './balance-positions.ts';
import { clubWeights } from './club-weights.ts';
import { shuffled } from './seeded.ts';
import type { Facts } from './tables.ts';
import type { Source } from './template.ts';

/**
 * The most questions of a level. Further questions would ask about ever duller details. Easy has
 * the most, because new players get easy questions only.
 */
const MOST = { easy: 600, medium: 450, hard: 450 } as const;

/**
 * The least number of questions that a level needs, so that its players get no question twice for a
 * month. Look-ups are used only to reach this number.
 */
const LEAST = 300;

type Kept = Pick<Content, 'own' | 'retired'> & { unsafe: ReadonlySet<string> };

/**
 * Makes the generated questions, in the order of category, level and id. Retired and corrected
 * questions are included, so that a retirement or a correction can be undone. A question that asks
 * the same as one of the operator's own is left out. No question is made from `unsafe` rows.
 */
export function generate(
  facts: Facts,
  sources: readonly Source[],
  { own, retired, unsafe }: Kept,
): Question[] {
  const sourceOf = new Map(sources.map((source) => [source.id, source]));
  const sound = sources.flatMap((source) => soundDrafts(source, facts));
  const ids = new Set(sound.map(({ id }) => id));
  const gone = new Set(retired.map(({ id }) => id));
  const weights = clubWeights(facts);
  const asked = new AskedBefore();
  for (const one of own.filter(({ id }) => !ids.has(id))) asked.add(one);
  const drafts = sound
    // The players are Nigerians, so questions about Nigeria are taken first.
    .toSorted((a, b) => Number(isAboutNigeria(b)) - Number(isAboutNigeria(a)))
    .filter((one) => !unsafe.has(one.from) && oddOneOut(one, weights) === undefined)
    .filter((one) => asked.add(one) === undefined || gone.has(one.id));
  return CATEGORY_IDS.flatMap((category) => {
    const chosen = LEVELS.flatMap((level) => {
      const here = drafts.filter((one) => one.category === category && one.level === level);
      const piles = [...Map.groupBy(here, (one) => one.template)].map(([id, questions]) => ({
        share: sourceOf.get(id)?.share ?? 0,
        isLookUp: sourceOf.get(id)?.isLookUp === true,
        questions,
      }));
      return filled(piles, MOST[level]);
    });
    return balancePositions(chosen);
  });
}

/**
 * The drafts of a template. Throws when a draft breaks a rule, because the template is then wrong.
 */
function soundDrafts(source: Source, facts: Facts): Question[] {
  const drafts = shuffled(source.drafts(facts), 'deal', ({ id }) => id);
  for (const draft of drafts) {
    const [rule] = brokenRules(draft);
    if (rule !== undefined) throw new Error(`${draft.id}: ${rule} (${draft.question})`);
  }
  return drafts;
}

type Pile = { share: number; isLookUp: boolean; questions: readonly Question[] };

/**
 * Takes questions from the piles, from each pile at most its share of the whole. Look-ups come
 * last, and only up to `LEAST`.
 */
function filled(piles: readonly Pile[], most: number): Question[] {
  const [lookUps, others] = [piles.filter(isLookUp), piles.filter((pile) => !isLookUp(pile))];
  const enough = largestSize(others, most);
  const size = Math.max(enough, largestSize(piles, LEAST));
  return [...inTurn(others, size), ...inTurn(lookUps, size)]
    .slice(0, size)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const isLookUp = (pile: Pile): boolean => pile.isLookUp;

/** Takes one question of each pile in turn, from each pile at most its share of `size`. */
function inTurn(piles: readonly Pile[], size: number): Question[] {
  const rooms = piles.map(({ share, questions }) => questions.slice(0, room(share, size)));
  const longest = Math.max(0, ...rooms.map((pile) => pile.length));
  return Array.from({ length: longest }, (_, turn) =>
    rooms.flatMap((pile) => pile.slice(turn, turn + 1)),
  ).flat();
}

const room = (share: number, size: number): number => Math.floor((size * share) / 100);

/** The most questions that can be taken from the piles if no pile exceeds its share. */
function largestSize(piles: readonly Pile[], most: number): number {
  const fits = (size: number): boolean => {
    const taken = piles.map((pile) => Math.min(pile.questions.length, room(pile.share, size)));
    return taken.reduce((sum, count) => sum + count, 0) >= size;
  };
  let size = most;
  while (!fits(size)) size -= 1;
  return size;
}
