import { expect, test } from 'vitest';
import type { BankQuestion } from '../../../question-bank/reader/bank.ts';
import { type DealtQuestion, deal, dealRising } from '../../../question-bank/reader/deal.ts';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { LEVELS, QUESTIONS_PER_ROUND } from '../../../src/rules/levels.ts';
import { buildBank, buildBankQuestion, buildStock } from '../../support/bank.ts';

const SEEDS = Array.from({ length: 300 }, (_, index) => index * 7919);

const NOTHING_SEEN = new Map<string, number>();

const pool = buildBank().questions.slice(0, 25);

const seenAt = (at: number, from: number, to: number) =>
  pool.slice(from, to).map(({ id }) => [id, at] as const);

const idsOf = (questions: readonly { id: string }[]) => questions.map(({ id }) => id);

/** The dealt questions as the bank holds them, in the order of the deal. */
function inBank(stock: readonly BankQuestion[], dealt: readonly DealtQuestion[]): BankQuestion[] {
  return dealt.map(({ id }) => {
    const question = stock.find((one) => one.id === id);
    if (question === undefined) throw new Error(`${id} is not of the stock`);
    return question;
  });
}

/** How many questions of a round follow one of their own template. */
function sideBySide(stock: readonly BankQuestion[], dealt: readonly DealtQuestion[]): number {
  const templates = inBank(stock, dealt).map(({ template }) => template);
  return templates.filter((one, index) => index > 0 && one === templates[index - 1]).length;
}

const subjectsOf = (stock: readonly BankQuestion[], dealt: readonly DealtQuestion[]) =>
  inBank(stock, dealt).flatMap(({ subject }) => subject ?? []);

/** Deals one round after another to one player. */
function playThrough(stock: readonly BankQuestion[], rounds: number, seed: number) {
  const seen = new Map<string, number>();
  return Array.from({ length: rounds }, (_, round) => {
    const dealt = deal(stock, seen, 10, seed + round);
    for (const { id } of dealt) seen.set(id, round);
    return dealt;
  });
}

/** 300 questions of 20 templates, the largest of which fill 15 percent each. */
const UNEVEN = [45, 45, 45, 30, 20, 15, 15, 10, 10, 10, 9, 9, 8, 7, 6, 5, 4, 3, 2, 2];

test('the same seed deals the same questions and options in the same order', () => {
  expect(deal(pool, NOTHING_SEEN, 10, 42)).toEqual(deal(pool, NOTHING_SEEN, 10, 42));
  expect(deal(pool, NOTHING_SEEN, 10, 42)).not.toEqual(deal(pool, NOTHING_SEEN, 10, 43));
});

test('questions never dealt come first, then those dealt longest ago', () => {
  const seen = new Map([...seenAt(300, 0, 9), ...seenAt(200, 9, 14), ...seenAt(100, 14, 20)]);
  for (const seed of SEEDS) {
    const ids = idsOf(deal(pool, seen, 12, seed));
    expect(ids).toHaveLength(12);
    expect(ids).toEqual(expect.arrayContaining(idsOf([...pool.slice(20), ...pool.slice(14, 20)])));
    expect(ids.filter((id) => idsOf(pool.slice(9, 14)).includes(id))).toHaveLength(1);
  }
});

test('questions that have left the bank change nothing for a player who had them', () => {
  const seen = new Map(seenAt(100, 0, 12));
  const withRetired = new Map([['retired-1', 50], ...seen, ['retired-2', 150]] as const);
  for (const seed of SEEDS) {
    expect(deal(pool, withRetired, 10, seed)).toEqual(deal(pool, seen, 10, seed));
  }
});

test('a pool with too few questions is dealt whole', () => {
  const ids = idsOf(deal(pool.slice(0, 7), NOTHING_SEEN, 10, 1));
  expect(ids.toSorted()).toEqual(idsOf(pool.slice(0, 7)).toSorted());
});

test('a question is dealt as often as any other, however many its template has', () => {
  const stock = buildStock(16, 10, 8, 4, 1, 1);
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 4000; seed += 1) {
    for (const id of idsOf(deal(stock, NOTHING_SEEN, 10, seed * 7919))) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  expect(counts.size).toBe(40);
  for (const [id, count] of counts) expect(Math.abs(count - 1000), id).toBeLessThan(150);
});

test('no question comes again before the whole stock has been dealt', () => {
  const stock = buildStock(...UNEVEN);
  for (const seed of [1, 1000, 2000, 3000, 4000]) {
    const rounds = playThrough(stock, 60, seed).map(idsOf);
    expect(new Set(rounds.slice(0, 30).flat()).size).toBe(300);
    expect(new Set(rounds.slice(30).flat()).size).toBe(300);
  }
});

test('through a whole stock no round has two of one template side by side', () => {
  const stock = buildStock(...UNEVEN);
  for (const seed of SEEDS.slice(0, 40)) {
    for (const round of playThrough(stock, 30, seed)) expect(sideBySide(stock, round)).toBe(0);
  }
});

test('a round has at most two questions of one template while others are left', () => {
  const stock = buildStock(...UNEVEN);
  for (const seed of SEEDS.slice(0, 40)) {
    for (const round of playThrough(stock, 15, seed)) {
      const templates = Map.groupBy(inBank(stock, round), ({ template }) => template);
      for (const ones of templates.values()) expect(ones.length).toBeLessThanOrEqual(2);
    }
  }
});

test('the templates of a stock run down evenly', () => {
  const stock = buildStock(...UNEVEN);
  for (const seed of SEEDS.slice(0, 40)) {
    const dealt = inBank(stock, playThrough(stock, 15, seed).flat());
    for (const [index, size] of UNEVEN.entries()) {
      const used = dealt.filter(({ template }) => template === `t${index + 1}`).length;
      expect(Math.abs(used - size / 2), `${used} of ${size}`).toBeLessThan(5);
    }
  }
});

test('five questions of one template among ten are never neighbours', () => {
  const ten = buildStock(5, 3, 2);
  for (const seed of SEEDS) {
    expect(sideBySide(ten, deal(ten, NOTHING_SEEN, 10, seed))).toBe(0);
  }
});

test('with seven questions of one template among ten, only the unavoidable ones are neighbours', () => {
  const ten = buildStock(7, 2, 1);
  for (const seed of SEEDS) {
    expect(sideBySide(ten, deal(ten, NOTHING_SEEN, 10, seed))).toBe(3);
  }
});

test('a round has one question per subject while other questions remain', () => {
  const stock = buildStock(12, 12, 12).map((question, index) => ({
    ...question,
    subject: index % 3 === 0 ? undefined : `final ${index % 8}`,
  }));
  for (const seed of SEEDS) {
    const subjects = subjectsOf(stock, deal(stock, NOTHING_SEEN, 10, seed));
    expect(new Set(subjects).size).toBe(subjects.length);
  }
});

test('questions without a subject may fill a round', () => {
  const stock = [
    ...buildStock(5, 5),
    ...['a', 'b', 'c', 'd'].map((id) => buildBankQuestion(id, { subject: 'one final' })),
  ];
  for (const seed of SEEDS) {
    const dealt = deal(stock, NOTHING_SEEN, 11, seed);
    expect(subjectsOf(stock, dealt)).toEqual(['one final']);
  }
});

test('a question never dealt comes before one that spares its subject', () => {
  const stock = pool.map((question, index) => ({
    ...question,
    subject: index < 10 ? 'one final' : `final ${index}`,
  }));
  const seen = new Map(seenAt(100, 10, 25));
  for (const seed of SEEDS) {
    const ids = idsOf(deal(stock, seen, 10, seed));
    expect(ids.toSorted()).toEqual(idsOf(stock.slice(0, 10)).toSorted());
  }
});

test('those that fill a round up spare the subjects of those never dealt', () => {
  const stock = pool.map((question, index) => ({ ...question, subject: `final ${index % 10}` }));
  const seen = new Map(seenAt(100, 5, 25));
  for (const seed of SEEDS) {
    const subjects = subjectsOf(stock, deal(stock, seen, 10, seed));
    expect(new Set(subjects).size).toBe(10);
  }
});

test('each question keeps its four options and its answer', () => {
  for (const seed of SEEDS) {
    for (const dealt of deal(pool, NOTHING_SEEN, 10, seed)) {
      const original = pool.find(({ id }) => id === dealt.id);
      expect(dealt.options.toSorted()).toEqual([...(original?.options ?? [])].toSorted());
      expect(dealt.answer).toBe(original?.answer);
      expect(dealt.options).toContain(dealt.answer);
    }
  }
});

test('in every round the right answer is at each of the four positions two or three times', () => {
  for (const seed of SEEDS) {
    const dealt = deal(pool, NOTHING_SEEN, 10, seed);
    for (const place of [0, 1, 2, 3]) {
      const count = dealt.filter(({ options, answer }) => options[place] === answer).length;
      expect(count, `place ${place} under ${seed}`).toBeOneOf([2, 3]);
    }
  }
});

test('the positions of earlier answers do not reveal the next one', () => {
  let allDiffer = 0;
  for (const seed of SEEDS) {
    const firstFour = deal(pool, NOTHING_SEEN, 10, seed).slice(0, 4);
    const places = firstFour.map(({ options, answer }) => options.indexOf(answer));
    if (new Set(places).size === 4) allDiffer += 1;
  }
  // 17 percent of all orders in which two positions come three times begin with all four.
  expect(allDiffer).toBeGreaterThan(0.1 * SEEDS.length);
  expect(allDiffer).toBeLessThan(0.25 * SEEDS.length);
});

test('on every card each of the four positions is right about equally often, and so is each wrong option', () => {
  const rights = new Map<string, number>();
  const wrongs = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string) =>
    counts.set(name, (counts.get(name) ?? 0) + 1);
  for (let seed = 0; seed < 2000; seed += 1) {
    for (const [card, { options, answer }] of deal(pool, NOTHING_SEEN, 10, seed * 7919).entries()) {
      count(rights, `card ${card} place ${options.indexOf(answer)}`);
      for (const [place, option] of options.entries()) {
        if (option !== answer) count(wrongs, `${option.slice(-1)} in ${place}`);
      }
    }
  }
  expect(rights.size).toBe(40);
  for (const [name, times] of rights) expect(Math.abs(times - 500), name).toBeLessThan(100);
  expect(wrongs.size).toBe(12);
  for (const [name, times] of wrongs) expect(Math.abs(times - 5000), name).toBeLessThan(350);
});

/** A stock with this many pictures, of two templates. */
function drawnStock(count: number, withPicture: number): BankQuestion[] {
  return Array.from({ length: count }, (_, index) => {
    const isDrawn = index < withPicture;
    return buildBankQuestion(`d-${index}`, {
      template: isDrawn ? `q${index % 4}` : `t${index % 10}`,
      ...(isDrawn && { picture: { kind: 'shirt', kit: ['plain', 'D3122E'] } }),
    });
  });
}

test.each([
  ['one where few questions have any', 100, 5, [1]],
  ['at most two where a sixth has', 120, 20, [1, 2]],
  ['none where none has', 100, 0, [0]],
])('a round holds pictures: %s', (_what, count, withPicture, expected) => {
  const stock = drawnStock(count, withPicture);
  for (const seed of SEEDS) {
    const dealt = deal(stock, NOTHING_SEEN, 10, seed);
    expect(expected).toContain(dealt.filter(({ picture }) => picture).length);
  }
});

/** A stock with this many questions about Africa, spread over its ten templates. */
const partlyAfrican = (count: number, aboutAfrica: number): BankQuestion[] =>
  Array.from({ length: count }, (_, index) =>
    buildBankQuestion(`a-${index}`, {
      template: `t${index % 10}`,
      isAboutAfrica: index < aboutAfrica,
    }),
  );

const africanOf = (stock: readonly BankQuestion[], dealt: readonly DealtQuestion[]) =>
  inBank(stock, dealt).filter(({ isAboutAfrica }) => isAboutAfrica);

test('three of ten are about Africa while the player has new ones, then what is left, and none comes again', () => {
  const stock = partlyAfrican(100, 14);
  for (const seed of SEEDS) {
    const rounds = playThrough(stock, 10, seed);
    const [first, second, third, fourth] = rounds.map((dealt) => africanOf(stock, dealt).length);
    for (const one of [first, second, third]) expect(one).toBeGreaterThanOrEqual(3);
    expect(fourth).toBeGreaterThanOrEqual(2);
    expect(new Set(rounds.flatMap(idsOf)).size).toBe(100);
  }
});

test('if more than a quarter of a stock is about Africa, as much of a round is', () => {
  const stock = partlyAfrican(100, 60);
  const dealt = SEEDS.flatMap((seed) => deal(stock, NOTHING_SEEN, 10, seed));
  const share = africanOf(stock, dealt).length / dealt.length;
  expect(share).toBeGreaterThan(0.58);
  expect(share).toBeLessThan(0.62);
});

test('a question dealt before does not come again just because it is about Africa', () => {
  const stock = partlyAfrican(40, 10);
  const seen = new Map(stock.slice(0, 10).map(({ id }) => [id, 100]));
  for (const seed of SEEDS) expect(africanOf(stock, deal(stock, seen, 10, seed))).toEqual([]);
});

test('questions about Africa too are limited to two of a template and one of a subject', () => {
  const ofOneTemplate = partlyAfrican(100, 20).map((one) =>
    one.isAboutAfrica ? { ...one, template: 'africa' } : one,
  );
  const ofOneSubject = partlyAfrican(100, 20).map((one) =>
    one.isAboutAfrica ? { ...one, subject: 'one final' } : one,
  );
  for (const seed of SEEDS) {
    const dealt = deal(ofOneTemplate, NOTHING_SEEN, 10, seed);
    expect(africanOf(ofOneTemplate, dealt)).toHaveLength(2);
    expect(africanOf(ofOneSubject, deal(ofOneSubject, NOTHING_SEEN, 10, seed))).toHaveLength(1);
  }
});

test('a round has its pictures and its part about Africa', () => {
  const stock = drawnStock(120, 10).map((one, index) => ({ ...one, isAboutAfrica: index >= 108 }));
  for (const seed of SEEDS) {
    const dealt = deal(stock, NOTHING_SEEN, 10, seed);
    expect(dealt.filter(({ picture }) => picture)).toHaveLength(1);
    expect(africanOf(stock, dealt).length).toBeGreaterThanOrEqual(3);
  }
});

const { categories, questions } = loadBank();

const POOLS = categories.flatMap(({ id }) =>
  LEVELS.map((level) => ({
    id,
    level,
    pool: questions.filter((one) => one.category === id && one.level === level),
  })),
);

test.each(POOLS)(
  '$id, $level: the first five rounds have three or more about Africa each',
  ({ pool }) => {
    const seen = new Map<string, number>();
    for (let round = 0; round < 5; round += 1) {
      const ids = deal(pool, seen, QUESTIONS_PER_ROUND, round * 7919).map(({ id }) => id);
      for (const id of ids) seen.set(id, round);
      const aboutAfrica = pool.filter(({ id, isAboutAfrica }) => isAboutAfrica && ids.includes(id));
      expect(aboutAfrica.length).toBeGreaterThanOrEqual(3);
    }
  },
);

test.each(POOLS)(
  '$id, $level: no repeat and no two of a template side by side until the stock is out',
  ({ pool }) => {
    const seen = new Map<string, number>();
    for (let round = 0; round < Math.floor(pool.length / QUESTIONS_PER_ROUND); round += 1) {
      const ids = deal(pool, seen, QUESTIONS_PER_ROUND, round * 7919).map(({ id }) => id);
      expect(ids.filter((id) => seen.has(id))).toEqual([]);
      for (const id of ids) seen.set(id, round);
      const templates = ids.map((id) => pool.find((one) => one.id === id)?.template);
      const alike = templates.filter((template, index) => template === templates[index - 1]);
      expect(alike).toEqual([]);
    }
  },
);

/** Twelve questions a level, of three templates and six subjects that all levels share. */
const pools = LEVELS.map((level) =>
  Array.from({ length: 12 }, (_, index) =>
    buildBankQuestion(`${level}-${index}`, {
      level,
      template: `t${index % 3}`,
      subject: `subject ${LEVELS.indexOf(level)} ${index % 6}`,
    }),
  ),
);

const all = pools.flat();

const fiveOf = (from: readonly BankQuestion[][]) => from.map((pool) => ({ pool, count: 5 }));

function dealt(seed: number, from: readonly BankQuestion[][] = pools): BankQuestion[] {
  return dealRising(fiveOf(from), NOTHING_SEEN, seededNumbers(seed)).map(({ id }) => {
    const question = from.flat().find((one) => one.id === id);
    if (question === undefined) throw new Error(`${id} is of no pool`);
    return question;
  });
}

test('five of each pool, one pool after the other', () => {
  for (const seed of SEEDS) {
    const levels = dealt(seed).map(({ level }) => level);
    expect(levels).toEqual(LEVELS.flatMap((level) => Array.from({ length: 5 }, () => level)));
  }
});

test('no two questions of one template are neighbours, not even across pools', () => {
  for (const seed of SEEDS) {
    const templates = dealt(seed).map(({ template }) => template);
    expect(templates.filter((one, index) => one === templates[index - 1])).toEqual([]);
  }
});

test('no subject comes twice, of different pools neither', () => {
  const shared = pools.map((pool, level) =>
    pool.map((one, index) => ({ ...one, subject: `subject ${index + 6 * level}` })),
  );
  for (const seed of SEEDS) {
    const subjects = dealt(seed, shared).map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(15);
  }
});

/** The positions of the right answers in a run. */
function placesOf(seed: number): number[] {
  return dealRising(fiveOf(pools), NOTHING_SEEN, seededNumbers(seed)).map(
    ({ id, options, answer }) => {
      expect(all.find((one) => one.id === id)?.answer).toBe(answer);
      return options.indexOf(answer);
    },
  );
}

test('the right answers are at each of the four positions about equally often', () => {
  const places = SEEDS.flatMap(placesOf);
  for (const place of [0, 1, 2, 3]) {
    const share = places.filter((one) => one === place).length / places.length;
    expect(share).toBeGreaterThan(0.22);
    expect(share).toBeLessThan(0.28);
  }
});

test('earlier positions of right answers do not reveal the next one', () => {
  const hits = SEEDS.map(placesOf).filter((places) => {
    const before = places.slice(0, -1);
    const timesAt = (place: number) => before.filter((one) => one === place).length;
    const rarest = [0, 1, 2, 3].toSorted((a, b) => timesAt(a) - timesAt(b))[0];
    return places.at(-1) === rarest;
  });
  expect(hits.length / SEEDS.length).toBeLessThan(0.33);
});
