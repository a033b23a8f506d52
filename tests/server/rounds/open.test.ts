import { describe, expect, test } from 'vitest';
import { CONTENT, readContent } from '../../../question-bank/reader/content.ts';
import { deckOf } from '../../../question-bank/reader/deck.ts';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { answersTo, readRound } from '../../../scripts/lib/player/player.ts';
import { deleteOldRoundTraces } from '../../../server/rounds/traces.ts';
import { openReserve } from '../../../server/rush/reserve.ts';
import { DAY_MS, dayOf, lagosDate } from '../../../src/rules/calendar.ts';
import { LEVELS, QUESTIONS_PER_ROUND } from '../../../src/rules/levels.ts';
import { DAILY_PLAY_CAP } from '../../../src/rules/plays.ts';
import { forceWallet } from '../../support/force-wallet.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const bank = loadBank();

describe('opening', () => {
  const server = testServer();

  const reduce = (player: TestPlayer) => player.get('/user/reduce-play', { key: newKey() });

  async function setPoints(player: TestPlayer, points: number): Promise<void> {
    await server()
      .db.updateTable('board_scores')
      .set({ points })
      .where('player_id', '=', player.id)
      .execute();
  }

  test('a round has ten questions, frozen terms, a credential and its times', async () => {
    const player = await server().veteran();
    const now = server().clock.at;
    const { round, questions } = await player.openRound('hard');
    expect(questions).toHaveLength(10);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(10);
    expect(questions.every(({ level }) => level === 'hard')).toBe(true);
    expect(round).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      secret: expect.stringMatching(/^[\w-]{43}$/),
      issuedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + DAY_MS).toISOString(),
      deliverBy: new Date(now + 4 * DAY_MS).toISOString(),
      categoryId: 'la-liga',
      terms: { level: 'hard', coinsPerQuestion: 20, pointsPerCorrect: 15, timerMs: 15_000 },
    });
  });

  test('the level cost is held: it cannot be spent, and is not shown as balance', async () => {
    const player = await server().veteran();
    await player.openRound('medium');
    expect(await player.wallet()).toEqual({ coins: 850, held: 150 });
    expect(await player.user()).toMatchObject({ pointBalance: 850 });
  });

  test('only the hash of the round secret is stored, and the answers as they were dealt', async () => {
    const player = await server().subscriber();
    const { round, questions } = await player.openRound();
    const row = await server()
      .db.selectFrom('rounds')
      .selectAll()
      .where('id', '=', round.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(round.secret);
    const records = await server().db.selectFrom('idempotency_records').selectAll().execute();
    expect(JSON.stringify(records)).not.toContain(round.secret);
    expect(row.questions).toMatchObject(
      questions.map(({ id, options, answer }) => ({ id, options, answer })),
    );
  });

  test('accounts of 21 days or less are asked easy questions at the terms they picked', async () => {
    const young = await server().veteran(21);
    const first = await young.openRound('hard');
    expect(first.questions.every(({ level }) => level === 'easy')).toBe(true);
    expect(first.round.terms).toMatchObject({
      level: 'hard',
      coinsPerQuestion: 20,
      timerMs: 15_000,
    });
    server().clock.at += 1;
    const second = await young.openRound('hard');
    expect(second.questions.every(({ level }) => level === 'hard')).toBe(true);
  });

  test.each([
    [1500, 20, 15],
    [1501, 30, 15],
    [2000, 30, 15],
    [2001, 30, 10],
    [3499, 30, 10],
    [3500, 30, 5],
  ])(
    'with %i points this week a hard question costs %i and pays %i',
    async (points, cost, pays) => {
      const player = await server().veteran();
      await player.play(1, 'easy');
      await setPoints(player, points);
      const { round } = await player.openRound('hard');
      expect(round.terms).toMatchObject({ coinsPerQuestion: cost, pointsPerCorrect: pays });
    },
  );

  test('terms stay as they were issued, whatever the player earns meanwhile', async () => {
    const player = await server().veteran();
    const round = await player.openRound('hard');
    await player.play(10, 'easy');
    await setPoints(player, 5000);
    const { body } = await player.deliver(round, answersTo(round));
    expect(body.data).toMatchObject({ awarded: { points: 150, coins: 200 } });
  });

  test('questions not dealt yet come before any that were', async () => {
    const player = await server().subscriber();
    const dealt: string[] = [];
    for (const _round of [1, 2]) {
      const round = await player.openRound();
      dealt.push(...round.questions.map(({ id }) => id));
      server().clock.at += 60_000;
      await player.deliver(round, answersTo(round));
    }
    expect(new Set(dealt).size).toBe(20);
    const third = (await player.openRound()).questions.map(({ id }) => id);
    expect(third.filter((id) => !dealt.includes(id))).toHaveLength(5);
    expect(third.filter((id) => dealt.slice(0, 10).includes(id))).toHaveLength(5);
  });

  test('without an open play there is no round', async () => {
    const player = await server().subscriber();
    await expectRefused(server(), () => player.askQuestions(), 409, 'round/no-play');
    await player.openRound();
    await expectRefused(server(), () => player.askQuestions(), 409, 'round/no-play');
  });

  test('two rounds may be unfinished; the third waits until one is or has run out', async () => {
    const player = await server().subscriber();
    const first = await player.openRound();
    await player.openRound();
    await reduce(player);
    await expectRefused(server(), () => player.askQuestions(), 409, 'round/too-many');
    await player.deliver(first, answersTo(first));
    expect((await player.askQuestions()).status).toBe(200);
    await reduce(player);
    await expectRefused(server(), () => player.askQuestions(), 409, 'round/too-many');
    server().clock.at += DAY_MS;
    expect((await player.askQuestions()).status).toBe(200);
  });

  test('coins that open rounds hold do not pay for another', async () => {
    const player = await server().veteran();
    await forceWallet(server().db, player.id, { coins: 399 });
    await player.openRound('hard');
    await reduce(player);
    const call = () => player.askQuestions('hard');
    await expectRefused(server(), call, 409, 'wallet/insufficient-coins');
    expect(await player.wallet()).toEqual({ coins: 199, held: 200 });
  });

  test('a lapsed subscription opens no round', async () => {
    const player = await server().subscriber();
    await reduce(player);
    server().clock.at += 7 * DAY_MS;
    await expectRefused(server(), () => player.askQuestions(), 409, 'subscription/inactive');
  });

  test.each([
    ['an unknown category', 'easy', 'cricket', 404, 'category/unknown'],
    ['a closed category', 'easy', 'eredivisie', 404, 'category/unknown'],
    ['a category of markup', 'easy', '%3Cscript%3E', 404, 'category/unknown'],
    ['an unknown level', 'impossible', 'la-liga', 422, 'request/invalid'],
    ['no level', '', 'la-liga', 422, 'request/invalid'],
  ])('%s is refused', async (_what, level, category, status, code) => {
    const player = await server().subscriber();
    await reduce(player);
    const reply = await expectRefused(
      server(),
      () => player.askQuestions(level, category),
      status,
      code,
    );
    if (status === 422) expect(reply.body.message).toContain('difficulty');
  });

  test('a repeat gives the same round again, secret and all, and holds nothing twice', async () => {
    const player = await server().subscriber();
    await reduce(player);
    const key = newKey();
    const first = await player.askQuestions('easy', 'la-liga', key);
    const before = await server().snapshot();
    const repeat = await player.askQuestions('easy', 'la-liga', key);
    expect(repeat.body).toEqual(first.body);
    expect(readRound(repeat).round.secret).toBe(readRound(first).round.secret);
    expect(await server().snapshot()).toEqual(before);
  });

  test('one play opens one round, however many ask at once', async () => {
    const player = await server().subscriber();
    await reduce(player);
    const asked = [1, 2, 3, 4].map(() => player.askQuestions('easy', 'la-liga', newKey()));
    const replies = await Promise.all(asked);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === 'round/no-play')).toHaveLength(3);
    expect(await player.wallet()).toEqual({ coins: 900, held: 100 });
  });

  test('starting a round of a category counts its popularity, once for each key', async () => {
    const player = await server().subscriber();
    const plays = async () => {
      const row = await server()
        .db.selectFrom('category_plays')
        .select('plays')
        .where('category_id', '=', 'serie-a')
        .executeTakeFirst();
      return row?.plays ?? 0;
    };
    const before = await plays();
    const key = newKey();
    for (const _time of [1, 2]) await player.put('/categories/play/serie-a', { key });
    expect(await plays()).toBe(before + 1);
    await player.put('/categories/play/serie-a');
    await player.put('/categories/play/serie-a');
    expect(await plays()).toBe(before + 3);
    const unknown = () => player.put('/categories/play/cricket');
    await expectRefused(server(), unknown, 404, 'category/unknown');
  });

  test('one call takes the play and opens the round, once for its key', async () => {
    const player = await server().veteran();
    const key = newKey();
    const start = () =>
      player.get('/questions/la-liga?difficulty=medium&size=10&page=1&play=new', { key });
    const first = await start();
    expect(await start()).toMatchObject({ status: 200, body: first.body });
    expect((await player.get('/user/dailyplays')).body).toMatchObject({ data: { count: 1 } });
    expect(await player.wallet()).toEqual({ coins: 850, held: 150 });
    expect(readRound(first).round.terms.level).toBe('medium');
  });

  test('a refused start by one call takes no play', async () => {
    const player = await server().veteran();
    await player.openRound('hard');
    await player.openRound('hard');
    const start = () =>
      player.get('/questions/la-liga?difficulty=easy&play=new', { key: newKey() });
    await expectRefused(server(), start, 409, 'round/too-many');
    expect((await player.get('/user/dailyplays')).body).toMatchObject({ data: { count: 2 } });
  });

  test('past the daily cap a start by one call is refused', async () => {
    const player = await server().veteran();
    const day = lagosDate(server().clock.at);
    const played = { player_id: player.id, day, is_open: false, taken_at: new Date() };
    const plays = Array.from({ length: DAILY_PLAY_CAP }, () => played);
    await server().db.insertInto('plays').values(plays).execute();
    const start = () =>
      player.get('/questions/la-liga?difficulty=easy&play=new', { key: newKey() });
    await expectRefused(server(), start, 409, 'plays/cap-reached');
  });
});

describe('where a round was asked from', () => {
  const server = testServer();

  test('the address of a round is stored as a keyed hash, and deleted after 90 days', async () => {
    const player = await server().subscriber();
    const { round } = await player.openRound();
    const address = async () =>
      (
        await server()
          .db.selectFrom('rounds')
          .select('address_hash')
          .where('id', '=', round.id)
          .executeTakeFirstOrThrow()
      ).address_hash;
    expect(await address()).toMatch(/^[\w-]{20,}$/);
    await deleteOldRoundTraces(server().db, server().clock.at + 90 * DAY_MS);
    expect(await address()).not.toBeNull();
    await deleteOldRoundTraces(server().db, server().clock.at + 90 * DAY_MS + 1);
    expect(await address()).toBeNull();
  });
});

describe('deck', () => {
  const server = testServer({ bank });

  const deck = new Set(deckOf(readContent(CONTENT).generated).map(({ id }) => id));

  test('no round of any category and level holds a question of the deck', async () => {
    const dealt: string[] = [];
    for (const { id } of bank.categories) {
      for (const level of LEVELS) {
        const player = await server().subscriber();
        dealt.push(...(await player.openRound(level, id)).questions.map((question) => question.id));
      }
    }
    expect(dealt).toHaveLength(240);
    expect(dealt.filter((id) => deck.has(id))).toEqual([]);
  });

  test('neither runs of Millionaire Rush nor proof rounds can be dealt one', async () => {
    const { questions } = await openReserve(server().db, bank);
    expect(questions.length).toBeGreaterThan(500);
    expect(questions.filter(({ id }) => deck.has(id))).toEqual([]);
  });
});

describe('pictures', () => {
  const server = testServer({ bank });

  async function picturesOf(said: string): Promise<number> {
    const player = await server().subscriber();
    await player.get('/user/reduce-play', { key: newKey() });
    const path = `/questions/la-liga?difficulty=easy&size=10&page=1${said}`;
    return readRound(await player.get(path)).questions.filter(({ picture }) => picture).length;
  }

  test('clients that draw are dealt pictures, by their share of the level, and others none', async () => {
    const easy = bank.questions.filter(({ category, level }) => {
      return category === 'la-liga' && level === 'easy';
    });
    const share = easy.filter(({ picture }) => picture).length / easy.length;
    for (let round = 0; round < 3; round++) {
      expect(await picturesOf('')).toBe(0);
      const dealt = await picturesOf('&pictures=1');
      expect(dealt).toBeGreaterThanOrEqual(1);
      expect(dealt).toBeLessThanOrEqual(Math.ceil(10 * share));
    }
  });

  test('Millionaire Rush and proof rounds show no picture', async () => {
    const { questions } = await openReserve(server().db, bank);
    expect(questions.filter(({ picture }) => picture)).toEqual([]);
  });
});

describe('rounds of the real bank', () => {
  const { categories, questions } = loadBank();

  const POOLS = categories.flatMap(({ id }) =>
    LEVELS.map((level) => ({
      id,
      level,
      pool: questions.filter((one) => one.category === id && one.level === level),
    })),
  );

  /**
   * The largest possible round: the ten longest questions of each category and level, pictures
   * included.
   */
  const longest = POOLS.flatMap(({ pool }) =>
    pool
      .toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)
      .slice(0, QUESTIONS_PER_ROUND),
  );

  const server = testServer({ bank: { categories, questions: longest } });

  test('the questions of any round arrive in 6 KB or less', async () => {
    const sizes: number[] = [];
    for (const { id, level } of POOLS) {
      const player = await server().veteran();
      await player.get('/user/reduce-play', { key: newKey() });
      const { rawPayload } = await server().app.inject({
        method: 'GET',
        url: `/api/v2/questions/${id}?difficulty=${level}&pictures=1`,
        headers: { authorization: `Bearer ${player.token}`, 'accept-encoding': 'br' },
      });
      sizes.push(rawPayload.length);
    }
    expect(Math.min(...sizes)).toBeGreaterThan(500);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(6 * 1024);
  });
});

describe('open plays', () => {
  const server = testServer();

  const reduce = (player: TestPlayer, key = newKey()) => player.get('/user/reduce-play', { key });

  const count = async (player: TestPlayer) => (await player.get('/user/dailyplays')).body.data;

  /** This many of today's plays are used already. */
  async function usePlays(player: TestPlayer, plays: number): Promise<void> {
    const row = {
      player_id: player.id,
      day: lagosDate(server().clock.at),
      is_open: false,
      taken_at: new Date(server().clock.at),
    };
    await server()
      .db.insertInto('plays')
      .values(Array.from({ length: plays }, () => row))
      .execute();
  }

  test('reducing leaves one open play, however often it is asked for', async () => {
    const player = await server().subscriber();
    expect(await count(player)).toMatchObject({ count: 0 });
    for (const _time of [1, 2, 3]) {
      expect((await reduce(player)).body).toMatchObject({ status: true });
      expect(await count(player)).toMatchObject({ count: 1 });
    }
    expect((await player.askQuestions()).status).toBe(200);
    expect(await count(player)).toMatchObject({ count: 1 });
    await reduce(player);
    expect(await count(player)).toMatchObject({ count: 2 });
  });

  test('plays reduced at the same moment are one play', async () => {
    const player = await server().subscriber();
    await Promise.all([1, 2, 3, 4, 5].map(() => reduce(player)));
    expect(await count(player)).toMatchObject({ count: 1 });
  });

  test('the fiftieth play of a day is the last', async () => {
    const player = await server().subscriber();
    await usePlays(player, DAILY_PLAY_CAP - 1);
    expect((await reduce(player)).status).toBe(200);
    expect((await reduce(player)).status).toBe(200);
    await player.askQuestions();
    expect(await count(player)).toMatchObject({ count: DAILY_PLAY_CAP });
    const reply = await expectRefused(server(), () => reduce(player), 409, 'plays/cap-reached');
    expect(reply.body.message).toBe('Daily Cap exceeded');
  });

  test('plays come back at midnight in Lagos, not a millisecond earlier', async () => {
    const player = await server().subscriber();
    await usePlays(player, DAILY_PLAY_CAP);
    server().clock.at = dayOf(server().clock.at).endsAt - 1;
    await expectRefused(server(), () => reduce(player), 409, 'plays/cap-reached');
    server().clock.at += 1;
    expect(await count(player)).toMatchObject({ count: 0 });
    expect((await reduce(player)).status).toBe(200);
  });

  test('a play that was left open yesterday is a play of today when it is used', async () => {
    const player = await server().subscriber();
    await reduce(player);
    server().clock.at = dayOf(server().clock.at).endsAt + 1;
    expect(await count(player)).toMatchObject({ count: 0 });
    await reduce(player);
    expect(await count(player)).toMatchObject({ count: 1 });
  });

  test('without a subscription there are no plays', async () => {
    const player = await server().signUp();
    await expectRefused(server(), () => reduce(player), 409, 'subscription/inactive');
  });

  test('a repeat with the same key reduces once, even after the play was used', async () => {
    const player = await server().subscriber();
    const key = newKey();
    const first = await reduce(player, key);
    await player.askQuestions();
    const before = await server().snapshot();
    expect((await reduce(player, key)).body).toEqual(first.body);
    expect(await server().snapshot()).toEqual(before);
  });
});
