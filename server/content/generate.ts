import type { CategoryId, Level, Question } from './question.ts';
import { CATEGORY_IDS, LEVELS } from './question.ts';
import { brokenRules, gist } from './rules.ts';
import { hash, shuffled } from './seeded.ts';
import type { Facts } from './tables.ts';
import type { Draft, Source } from './template.ts';

/** How many questions a category's level is filled with, where the tables carry as many. */
const PER_LEVEL = 56;

/** Makes the bank: for each category the chosen questions, in a stable order. */
export function generate(facts: Facts, sources: readonly Source[]): Map<CategoryId, Question[]> {
  const stock = sources.map((source) => ({
    share: source.share,
    drafts: source.drafts(facts).filter((one) => brokenRules(one.question).length === 0),
  }));
  const bank = new Map<CategoryId, Question[]>();
  for (const category of CATEGORY_IDS) {
    const taken = new Set<string>();
    const chosen = LEVELS.flatMap((level) => {
      const piles = stock.map(({ share, drafts }) => ({
        room: Math.floor((PER_LEVEL * share) / 100),
        drafts: shuffled(
          drafts.filter(
            ({ question }) => question.category === category && question.level === level,
          ),
          'deal',
          ({ question }) => question.id,
        ),
      }));
      return deal(piles, taken, level);
    });
    bank.set(category, balancePositions(chosen));
  }
  return bank;
}

type Pile = { room: number; drafts: Draft[] };

/** Takes one question from each pile in turn, so that no template crowds out another. */
function deal(piles: Pile[], taken: Set<string>, level: Level): Question[] {
  const dealt: Question[] = [];
  let moved = true;
  while (moved && dealt.length < PER_LEVEL) {
    moved = false;
    for (const pile of piles) {
      if (pile.room === 0 || dealt.length === PER_LEVEL) continue;
      const next = nextUntaken(pile, taken, level);
      if (next === undefined) continue;
      dealt.push(next);
      pile.room -= 1;
      moved = true;
    }
  }
  return dealt.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function nextUntaken(pile: Pile, taken: Set<string>, level: Level): Question | undefined {
  for (;;) {
    const draft = pile.drafts.shift();
    if (draft === undefined) return undefined;
    const { question: next, subject } = draft;
    const names = [next.id, gist(next.question), `${level} ${subject}`];
    if (names.some((name) => taken.has(name))) continue;
    for (const name of names) taken.add(name);
    return next;
  }
}

/**
 * Gives each answer a position by its id, then moves as few as it takes for every position to
 * hold a quarter: a player who always taps the same button gains nothing.
 */
function balancePositions(questions: readonly Question[]): Question[] {
  const most = Math.ceil(questions.length / 4);
  const counts = [0, 0, 0, 0];
  const positions = new Map<string, number>();
  const inSeedOrder = shuffled(questions, 'position', (one) => one.id);
  for (const { id } of inSeedOrder) {
    const wanted = hash(`${id} position`) % 4;
    const free = [0, 1, 2, 3].map((step) => (wanted + step) % 4);
    const position = free.find((one) => (counts[one] ?? 0) < most) ?? wanted;
    counts[position] = (counts[position] ?? 0) + 1;
    positions.set(id, position);
  }
  return questions.map((one) => ({
    ...one,
    options: arranged(one, positions.get(one.id) ?? 0),
  }));
}

function arranged({ id, options, answer }: Question, position: number): string[] {
  const wrong = shuffled(
    options.filter((option) => option !== answer),
    `${id} order`,
    (option) => option,
  );
  return wrong.toSpliced(position, 0, answer);
}
