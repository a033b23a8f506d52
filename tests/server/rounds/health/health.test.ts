import { beforeEach, describe, expect, test } from 'vitest';
import { answersTo, type OpenRound } from '../../../../scripts/lib/player/player.ts';
import {
  answersOf,
  countAnswers,
  levelBy,
  noCounts,
  TIMES_MS,
} from '../../../../server/rounds/health/answers.ts';
import {
  type Judged,
  judgeAll,
  judgeQuestions,
  openQuestionVerdicts,
  readingMs,
  updateVerdicts,
} from '../../../../server/rounds/health/health.ts';
import { middleOf } from '../../../../server/rounds/health/strength.ts';
import { DAY_MS } from '../../../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../../../src/rules/levels.ts';
import { buildBank } from '../../../support/bank.ts';
import { addOperator, logOf, operate } from '../../../support/desk.ts';
import { secondServer } from '../../../support/second-server.ts';
import { testServer } from '../../../support/server.ts';
import { TestPlayer } from '../../../support/test-player.ts';
import { type Planted, type Simulated, simulation } from './simulated.ts';

describe('health', () => {
  const bank = buildBank(60);

  const server = testServer({ bank });

  const never = new AbortController().signal;

  beforeEach(async () => {
    const { db } = server();
    for (const table of ['question_stats', 'question_standings', 'player_pasts'] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  /** Some minutes later, when everything counted is settled. */
  async function count(): Promise<void> {
    server().clock.at += 2 * 60_000;
    await countAnswers(server().db, server().clock.at, never);
  }

  const stats = () => server().db.selectFrom('question_stats').selectAll().execute();

  const shownIn = (rows: Awaited<ReturnType<typeof stats>>): number =>
    rows.reduce(
      (sum, one) => sum + one.right_answers + one.wrong_answers + one.skipped + one.timed_out,
      0,
    );

  /** With times that people take. */
  function thoughtOf(round: OpenRound, right = 7) {
    return answersTo(round, right).map((row, index) => ({ ...row, ms: 2000 + 250 * index }));
  }

  async function playRound(player: TestPlayer, right = 7): Promise<OpenRound> {
    const round = await player.openRound();
    server().clock.at += 60_000;
    await player.deliver(round, thoughtOf(round, right));
    return round;
  }

  test('each answer of a counted round is counted once, by its level, end and time', async () => {
    await count();
    const player = await server().subscriber();
    const { questions } = await playRound(player);
    await count();
    await count();
    const rows = await stats();
    expect(rows.map(({ question_id }) => question_id).toSorted()).toEqual(
      questions.map(({ id }) => id).toSorted(),
    );
    const first = rows.find(({ question_id }) => question_id === questions[0]?.id);
    const times = TIMES_MS.map((ms) => Number(ms === 2000));
    const one = {
      right_answers: 1,
      wrong_answers: 0,
      skipped: 0,
      timed_out: 0,
      level: 'easy',
      band: 0,
    };
    expect(first).toMatchObject({ ...one, times: [...times, 0] });
    expect(rows.reduce((sum, row) => sum + row.right_answers, 0)).toBe(7);
    const past = await server().db.selectFrom('player_pasts').selectAll().executeTakeFirst();
    expect(past).toMatchObject({ player_id: player.id, asked: 10, right_answers: 7 });
    expect(past?.difficulty).toBeCloseTo(10 * middleOf('easy'), 9);
  });

  test('players are counted in the band of their strength once they were asked twenty questions', async () => {
    const player = await server().subscriber();
    for (let round = 0; round < 3; round += 1) {
      await playRound(player, 10);
      await count();
    }
    const bands = Map.groupBy(await stats(), ({ band }) => band);
    expect([...bands].map(([band, rows]) => [band, shownIn(rows)])).toEqual(
      expect.arrayContaining([[0, 20]]),
    );
    const [strong = 0] = [...bands.keys()].filter((band) => band !== 0);
    expect(strong).toBeGreaterThan(4);
  });

  test('a question that the player had before, a flagged round and an open one count nothing', async () => {
    const player = await server().subscriber();
    const first = await playRound(player);
    const second = await player.openRound();
    const open = await (await server().subscriber()).openRound();
    await server()
      .db.updateTable('rounds')
      .set({ flags: ['times-too-even: so'] })
      .where('id', '=', first.round.id)
      .execute();
    server().clock.at += 60_000;
    await player.deliver(second, thoughtOf(second));
    await count();
    expect(shownIn(await stats())).toBe(10);
    const again = await server()
      .db.selectFrom('rounds')
      .select('repeats')
      .where('id', 'in', [first.round.id, open.round.id])
      .execute();
    expect(again).toEqual([{ repeats: [] }, { repeats: [] }]);
  });

  test('with the stock used up, a repeated question gives no first answer', async () => {
    const player = await server().subscriber();
    for (let round = 0; round < 7; round += 1) {
      await playRound(player);
      if (round % 4 === 3) server().clock.at += DAY_MS;
    }
    await count();
    expect(shownIn(await stats())).toBe(60);
  });

  test('the question on the table when a player leaves says nothing of itself', () => {
    const questions = ['a', 'b', 'c'].map((id) => ({ id, options: ['x', 'y'], answer: 'x' }));
    const terms = {
      level: 'easy' as const,
      coinsPerQuestion: 1,
      pointsPerCorrect: 1,
      timerMs: 10_000,
    };
    const rows = [
      { questionId: 'a', choice: null, ms: 900, end: 'skipped' as const },
      { questionId: 'b', choice: null, ms: 900, end: 'skipped' as const },
    ];
    const played = { playerId: 1, level: 'easy' as const, terms, questions, repeats: [] };
    expect(answersOf({ ...played, transcript: rows }).map(({ questionId }) => questionId)).toEqual([
      'a',
    ]);
    const late = { questionId: 'a', choice: 'x', ms: 10_001, end: 'answered' as const };
    expect(answersOf({ ...played, transcript: [late] })[0]?.end).toBe('timeout');
  });

  /**
   * Shows a question to players of each band, who know it with the chance `knows` gives for their
   * strength.
   */
  async function answered(
    id: string,
    knows: (strength: number) => number,
    ms = 4000,
  ): Promise<void> {
    const level = bank.questions.find((one) => one.id === id)?.level ?? 'easy';
    const each = 200;
    const rows = [-2, -1.25, -0.75, -0.25, 0.25, 0.75, 1.25, 2].map((strength, index) => {
      const right = Math.round(each * knows(strength));
      const times = [...TIMES_MS, Number.POSITIVE_INFINITY].map((end) => (end === ms ? each : 0));
      return {
        ...{ question_id: id, level, band: index + 1, strengths: each * strength },
        ...{ right_answers: right, wrong_answers: each - right, skipped: 0, timed_out: 0, times },
      };
    });
    await server().db.insertInto('question_stats').values(rows).execute();
  }

  const logistic = (difficulty: number) => (strength: number) =>
    0.2 + 0.8 / (1 + Math.exp(difficulty - strength));

  test('a night later a question is dealt where its answers place it, and one with a wrong key no more', async () => {
    const { db, clock } = server();
    // Most questions are at their right level: they define the scale.
    for (const { id, level } of bank.questions.filter(({ category }) => category === 'serie-a')) {
      await answered(id, logistic(middleOf(level)));
    }
    await answered('la-liga-easy-1', logistic(middleOf('hard')));
    await answered('la-liga-easy-2', (strength) => 0.2 - 0.05 * strength);
    await answered('la-liga-easy-3', logistic(middleOf('easy')), 700);
    clock.at += DAY_MS;
    await judgeQuestions(db, bank.questions, clock.at);
    const verdicts = await openQuestionVerdicts(db);
    const services = { db, bank, verdicts, now: () => clock.at };
    await updateVerdicts(services, never);

    const stock = bank.questions.filter(({ category }) => category === 'la-liga');
    const idsAt = (level: Level) => verdicts.dealtAt(stock, level).map(({ id }) => id);
    expect(idsAt('hard')).toContain('la-liga-easy-1');
    expect(verdicts.dealtAt(stock, 'hard').every(({ level }) => level === 'hard')).toBe(true);
    expect(idsAt('easy')).toHaveLength(57);
    for (const place of [1, 2, 3]) expect(idsAt('easy')).not.toContain(`la-liga-easy-${place}`);

    const { lines } = await operate(server(), ['questions', 'health']);
    const text = lines.join('\n');
    expect(text).toContain('Dealt no more until you clear, correct or retire them: 2\n');
    expect(text).toContain('la-liga-easy-2: the strong get it wrong, look at its key\n');
    expect(text).toMatch(/right by the weak 26 %, by the strong 15 %, half within 3\.4 s/);
    expect(text).toContain('la-liga-easy-3: answered before it can be read\n');
    expect(text).toContain('la-liga-easy-1: easy in the bank, dealt as hard (difficulty 0.8');
  });

  test('a cleared question is dealt again, and judged by new answers alone', async () => {
    const { db, clock } = server();
    await answered('la-liga-easy-2', (strength) => 0.2 - 0.05 * strength);
    clock.at += DAY_MS;
    await judgeQuestions(db, bank.questions, clock.at);
    const clear = (id: string, key: string | null) =>
      operate(server(), ['questions', 'clear', id, '--why', 'the key is right'], key);
    expect(await clear('la-liga-easy-2', null)).toMatchObject({ isDone: false, isKeyNeeded: true });
    const key = await addOperator(server(), 'ada');
    expect(await clear('la-liga-easy-1', key)).toMatchObject({ isDone: false });
    expect(await clear('la-liga-easy-2', key)).toMatchObject({ isDone: true });
    expect(await logOf(server(), 'la-liga-easy-2')).toMatchObject([{ command: 'questions clear' }]);
    const verdicts = await openQuestionVerdicts(db);
    expect(verdicts.dealtAt(bank.questions, 'easy').map(({ id }) => id)).toContain(
      'la-liga-easy-2',
    );
    clock.at += DAY_MS;
    await judgeQuestions(db, bank.questions, clock.at);
    expect(await db.selectFrom('question_standings').selectAll().execute()).toEqual([]);
  });

  test('questions are judged once a night, on however many processes', async () => {
    const { db, clock } = server();
    await answered('la-liga-easy-2', (strength) => 0.2 - 0.05 * strength);
    clock.at += DAY_MS;
    const judge = () => judgeQuestions(db, bank.questions, clock.at);
    await Promise.all([judge(), judge()]);
    await db.deleteFrom('question_stats').execute();
    await answered('la-liga-easy-3', (strength) => 0.2 - 0.05 * strength);
    await judge();
    const rows = await db.selectFrom('question_standings').select('question_id').execute();
    expect(rows).toEqual([{ question_id: 'la-liga-easy-2' }]);
  });

  test('a level that would be left with too few questions is dealt as the bank has it', async () => {
    const verdicts = await openQuestionVerdicts(server().db);
    const easy = bank.questions.filter(
      ({ category, level }) => category === 'la-liga' && level === 'easy',
    );
    const suspects = easy.slice(0, 35).map(({ id }) => ({
      question_id: id,
      level: null,
      difficulty: 0,
      error: 1,
      suspicion: 'key' as const,
      suspected_at: null,
    }));
    await server().db.insertInto('question_standings').values(suspects).execute();
    await verdicts.refresh();
    expect(verdicts.dealtAt(easy, 'easy')).toHaveLength(25);
    expect(verdicts.dealtAt(easy.slice(0, 40), 'easy')).toHaveLength(40);
  });

  test('players are dealt by what the database says: at the level of the answers, no suspects', async () => {
    const { id, phone, token } = await server().subscriber();
    const standing = { level: null, difficulty: 0, error: 1, suspicion: null, suspected_at: null };
    const rows = [
      { ...standing, question_id: 'la-liga-medium-1', level: 'easy' as const },
      { ...standing, question_id: 'la-liga-easy-2', level: 'hard' as const },
      { ...standing, question_id: 'la-liga-easy-3', suspicion: 'key' as const },
    ];
    await server().db.insertInto('question_standings').values(rows).execute();
    const twin = await secondServer(server());
    const player = new TestPlayer(twin, id, phone, token);
    const dealt: OpenRound['questions'] = [];
    for (let round = 0; round < 6; round += 1) {
      dealt.push(...(await playRound(player)).questions);
      if (round === 3) server().clock.at += DAY_MS;
    }
    await twin.close();
    const ids = new Set(dealt.map((one) => one.id));
    expect(ids.size).toBe(59);
    expect(ids).toContain('la-liga-medium-1');
    expect(ids).not.toContain('la-liga-easy-2');
    expect(ids).not.toContain('la-liga-easy-3');
    expect(dealt.every(({ level }) => level === 'easy')).toBe(true);
  });
});

describe('verdict', () => {
  const SEEDS = [1, 2, 3];

  /** This many questions of each level in every simulation. */
  const EACH = 200;

  /** The findings after each number of answers to every question, over all seeds. */
  const rates = new Map<number, ReturnType<typeof found>[]>();

  for (const seed of SEEDS) {
    const { questions, playNight } = simulation(seed, { players: 4000, each: EACH });
    for (let shown = 100; shown <= 1000; shown += 100) {
      const verdicts = playNight(100);
      rates.set(shown, [...(rates.get(shown) ?? []), found(questions, verdicts)]);
    }
  }

  function found(questions: readonly Simulated[], verdicts: ReadonlyMap<string, Judged>) {
    const share = (planted: Planted, isFound: (one: Simulated, judged: Judged) => boolean) => {
      const ones = questions.filter((one) => one.planted === planted);
      const all = ones.filter((one) => {
        const judged = verdicts.get(one.id);
        return judged !== undefined && isFound(one, judged);
      });
      return all.length / ones.length;
    };
    const isSuspect = ({ verdict }: Judged) => verdict === 'key' || verdict === 'fast';
    return {
      keys: share('wrong key', (_, { verdict }) => verdict === 'key'),
      unread: share('unread', (_, { verdict }) => verdict === 'fast'),
      // Two levels off may be found one at a time.
      levels: share('other level', (one, { belongs }) => isNearer(one, belongs)),
      falseSuspects: share('sound', (_, judged) => isSuspect(judged)),
      falseLevels: share('sound', (one, { belongs }) => belongs !== one.level),
    };
  }

  function isNearer({ level, truly }: Simulated, belongs: Simulated['level']): boolean {
    const off = (one: Simulated['level']) => Math.abs(LEVELS.indexOf(truly) - LEVELS.indexOf(one));
    return off(belongs) < off(level);
  }

  type Found = ReturnType<typeof found>;

  const mean = (shown: number, of: keyof Found): number => {
    const all = rates.get(shown) ?? [];
    return all.reduce((sum, one) => sum + one[of], 0) / all.length;
  };

  /** The number of answers from which at least this share of the planted faults is found. */
  const needed = (of: keyof Found): number =>
    [...rates.keys()].find((shown) => mean(shown, of) >= 0.95) ?? Number.POSITIVE_INFINITY;

  test('95 of 100 planted faults are found, wrong keys after 500 answers, misplaced levels after 900, unread ones after 200', () => {
    const answers = { keys: needed('keys'), levels: needed('levels'), unread: needed('unread') };
    expect(answers).toEqual({ keys: 500, levels: 900, unread: 200 });
    for (const shown of [900, 1000]) {
      for (const of of ['keys', 'levels', 'unread'] as const) {
        expect(mean(shown, of)).toBeGreaterThanOrEqual(0.95);
      }
    }
  });

  test('at most one sound question in a hundred is called misplaced or suspect, however many answers it has', () => {
    for (const shown of rates.keys()) {
      expect(mean(shown, 'falseSuspects')).toBeLessThanOrEqual(0.01);
      expect(mean(shown, 'falseLevels')).toBeLessThanOrEqual(0.01);
    }
  });

  test('a question between two levels stays where it is from night to night', () => {
    const edge = (middleOf('easy') + middleOf('medium')) / 2;
    for (const now of ['easy', 'medium'] as const) {
      for (const off of [-0.1, 0, 0.1]) {
        expect(levelBy({ difficulty: edge + off, error: 0.08 }, now)).toBe(now);
      }
    }
    expect(levelBy({ difficulty: edge + 0.3, error: 0.08 }, 'easy')).toBe('medium');
    expect(levelBy({ difficulty: edge - 0.3, error: 0.08 }, 'medium')).toBe('easy');
  });

  test('one that is far off goes to the level it belongs to at once', () => {
    expect(levelBy({ difficulty: 2, error: 0.1 }, 'easy')).toBe('hard');
    expect(levelBy({ difficulty: -3, error: 0.1 }, 'hard')).toBe('easy');
  });

  test('few answers say nothing', () => {
    const stats = [
      {
        questionId: 'q',
        level: 'easy' as const,
        band: 8,
        ...noCounts(),
        wrong: 90,
        strengths: 180,
      },
    ];
    const [judged] = judgeAll([{ question: 'Who?', level: 'easy', dealtAt: 'easy', stats }]);
    expect(judged).toMatchObject({ verdict: 'too few answers', belongs: 'easy' });
  });

  test('a question of 84 letters takes 1.7 seconds to read and answer', () => {
    expect(readingMs('x'.repeat(84))).toBe(1700);
  });
});
