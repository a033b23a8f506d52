import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Reply } from '../../scripts/lib/player/call.ts';
import { askProof, readClaim } from '../../server/proof/claim.ts';
import { weekOf } from '../../src/rules/calendar.ts';
import { type Level, QUESTION_TIMER_MS } from '../../src/rules/levels.ts';
import { newKey } from './server.ts';
import type { TestPlayer } from './test-player.ts';

/** A claim of one level, with this many of each ten answers right, as it is stored. */
export function claimAt(level: Level, right = 8): string {
  const past = { right: 10 * right, asked: 100 };
  const timerMs = QUESTION_TIMER_MS[level];
  return JSON.stringify([{ level, timerMs, questions: 20, categories: [], past }]);
}

type Past = {
  right?: number;
  level?: Level;
  category?: string;
  /** The first one's start, and the distance between them. */
  from?: number;
  everyMs?: number;
  address?: string | null;
};

/** The points of a right answer in the lowest tier. */
const POINTS = { easy: 5, medium: 10, hard: 15 } as const;

/**
 * Gives a player counted rounds with this many of each ten answers right, always with new
 * questions.
 */
export async function played(
  { server, id: playerId }: TestPlayer,
  rounds: number,
  { right = 8, level = 'easy', category = 'la-liga', address = null, ...times }: Past = {},
): Promise<string[]> {
  if (rounds === 0) return [];
  const { from = server.clock.at, everyMs = 60_000 } = times;
  const plays = await server.db
    .insertInto('plays')
    .values(
      Array.from({ length: rounds }, (_, round) => {
        const taken_at = new Date(from + round * everyMs);
        return { player_id: playerId, day: '2026-11-01', is_open: false, taken_at };
      }),
    )
    .returning(['id', 'taken_at'])
    .execute();
  const options = ['Kano', 'Jos', 'Lagos', 'Ibadan'];
  const opened = plays.map(({ id: play_id, taken_at }) => ({
    id: randomUUID(),
    player_id: playerId,
    play_id,
    pool: 'all' as const,
    category_id: category,
    level,
    question_level: level,
    coins_per_question: 10,
    points_per_correct: POINTS[level],
    timer_ms: QUESTION_TIMER_MS[level],
    seed: 1,
    questions: JSON.stringify(
      Array.from({ length: 10 }, () => {
        return { id: randomUUID(), question: 'Where?', options, answer: 'Jos', level, fact: '' };
      }),
    ),
    secret_hash: '',
    issued_at: taken_at,
    expires_at: taken_at,
    deliver_by: taken_at,
    address_hash: address,
  }));
  await server.db.insertInto('rounds').values(opened).execute();
  const ids = opened.map(({ id }) => id);
  await sql`
    update rounds set state = 'counted', closed_at = issued_at, result = jsonb_build_object(
      'right', ${right}::int, 'points', ${right}::int * points_per_correct, 'coins', 10 * coins_per_question
    ), transcript = (
      select jsonb_agg(jsonb_build_object(
        'questionId', q.value->>'id', 'ms', 1400 + 600 * q.ordinality, 'end', 'answered',
        'choice', case when q.ordinality <= ${right} then 'Jos' else 'Kano' end
      ) order by q.ordinality)
      from jsonb_array_elements(questions) with ordinality as q
    ) where id in (${sql.join(ids)})
  `.execute(server.db);
  return ids;
}

/** The actions of a phone in a proof round. */
export class ProofPhone {
  readonly player: TestPlayer;

  constructor(player: TestPlayer) {
    this.player = player;
  }

  /** Asks for a proof round on this week's play. */
  ask(why = 'first prize'): Promise<void> {
    const { server, id: playerId } = this.player;
    const at = server.clock.at;
    const { startsAt, endsAt } = weekOf(at);
    const period = { period_start: new Date(startsAt), period_end: new Date(endsAt) };
    return server.db.transaction().execute(async (trx) => {
      const prize = { player_id: playerId, board: 'weekly', pool: 'all', ...period } as const;
      const claim = await readClaim(trx, prize);
      await askProof(trx, { playerId, payoutId: null, why, claim }, at);
    });
  }

  start(key = newKey()): Promise<Reply> {
    return this.player.post('/proof-round', {}, { key });
  }

  current(): Promise<Reply> {
    return this.player.get('/proof-round');
  }

  answer(
    number: number,
    choice: string | null,
    { key = newKey(), ms = 3000 } = {},
  ): Promise<Reply> {
    const end = choice === null ? 'timeout' : 'answered';
    return this.player.post('/proof-round/answers', { number, choice, end, ms }, { key });
  }

  /** Answers from the present state to the end, this many right; each takes a time of its own. */
  async play(
    right: number,
    msOf = (number: number) => 2000 + 370 * ((number * 7) % 11),
  ): Promise<Reply> {
    let reply: Reply | undefined;
    for (let { number, answer, wrong } = await this.onTable(); number <= 20; number += 1) {
      const ms = msOf(number);
      this.player.server.clock.at += 750 + ms;
      reply = await this.answer(number, number <= right ? answer : wrong, { ms });
      if (number < 20) ({ answer, wrong } = await this.onTable());
    }
    if (!reply) throw new Error('nothing was answered');
    return reply;
  }

  /** The server's secrets of the current question. */
  async onTable(): Promise<{ number: number; answer: string; wrong: string }> {
    const { round } = await this.row();
    const question = round?.questions[round.rows.length];
    if (!round || !question) throw new Error('no question is on the table');
    const wrong = question.options.find((option) => option !== question.answer) ?? '';
    return { number: round.rows.length + 1, answer: question.answer, wrong };
  }

  /** The newest proof round, as the database has it. */
  row() {
    return this.player.server.db
      .selectFrom('proof_rounds')
      .selectAll()
      .where('player_id', '=', this.player.id)
      .orderBy('asked_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  }
}

/** A player who is asked for a proof round, at the level that they play, and their phone. */
export async function asked(player: TestPlayer, rounds = 10, level: Level = 'medium') {
  await played(player, rounds, { level });
  const phone = new ProofPhone(player);
  await phone.ask();
  return phone;
}
