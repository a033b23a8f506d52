import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import type { Db } from '../../../server/database/tables.ts';
import { getBuyTicket } from '../../../src/contract/endpoints/tickets.ts';
import { KOBO_PER_NAIRA } from '../../../src/rules/money.ts';
import {
  RUSH_POINTS_PER_LEVEL,
  RUSH_QUESTIONS,
  RUSH_TICKET_NAIRA,
} from '../../../src/rules/tournament.ts';
import { Breach, yesOf } from '../player/call.ts';
import {
  cardChoiceCall,
  chargeOf,
  expectedCall,
  makeAccount,
  newReference,
  Player,
  powerUpCall,
  runAnswerCall,
  runCall,
  runResultCall,
} from '../player/player.ts';
import { rightAnswer } from '../player/right-answer.ts';
import type { SentPurchase } from './books.ts';
import { digits, keepBreach, type Line, overLine } from './client.ts';
import { seedFrom } from './faults.ts';

/** Players who buy tickets of Millionaire Rush and play them. Only some play at the same time. */
export class ChaosRush {
  /** Answers that the contract rules out. */
  readonly breaches: string[] = [];
  readonly #runners: readonly ChaosRunner[];
  readonly #signal: AbortSignal;

  constructor(runners: number, seed: number, line: Pick<Line, 'url' | 'signal'>) {
    this.#signal = line.signal;
    this.#runners = Array.from({ length: runners }, (_, index) => {
      const next = seededNumbers(seedFrom(`${seed} runner ${index + 1}`));
      return new ChaosRunner(index + 1, { ...line, next });
    });
  }

  async play(atATime: number, isOver = () => false): Promise<void> {
    const left = this.#runners.values();
    await Promise.all(Array.from({ length: atATime }, () => this.#sendNext(left, isOver)));
  }

  async #sendNext(left: Iterator<ChaosRunner>, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const next = left.next();
      if (next.done) return;
      await keepBreach(this.breaches, this.#signal, () => next.value.buyAndPlay());
    }
  }

  get tickets(): Ticket[] {
    return this.#runners.flatMap(({ tickets }) => tickets);
  }

  get runs(): ToldRun[] {
    return this.#runners.flatMap(({ runs }) => runs);
  }

  /** The tickets as purchases, which bring no coins. */
  get sent(): SentPurchase[] {
    return this.tickets.map((ticket) => ({ ...ticket, way: 'card', coins: 0, isDeclined: false }));
  }
}

/** The runs and tickets in the database. */
export type RushBooks = {
  runs: readonly { id: string; playerId: number; ticket: string; state: string; points: number }[];
  /** The number of waiting tickets by the player's id. */
  tickets: ReadonlyMap<number, number>;
};

/**
 * The differences of tickets and runs from the players' payments and the answers that they got. The first
 * three are plain counts, and all others must be 0.
 */
export type RushDifferences = {
  unplayed: number;
  counted: number;
  givenBack: number;
  /** Tickets for which more than one run was counted. */
  twice: number;
  /** Runs that never ended. */
  open: number;
  /** Players who do not have as many waiting tickets as they have paid tickets without a counted run. */
  wrongTickets: number;
  /** Runs whose points or outcome (counted or void) differ from the answers that their player got. */
  wrongRuns: number;
};

/** Reads a database's tickets and runs, with the points from the ledger. */
export async function readRush(db: Db): Promise<RushBooks> {
  const { rows } = await sql<RushBooks['runs'][number]>`
    select run.id, run.player_id as "playerId", ticket, state, coalesce((
      select sum(amount) from ledger_postings posting
      join ledger_movements movement on movement.id = movement_id
      where movement.key = 'run:' || run.id || ':closed' and account = 'points'), 0)::bigint as points
    from rush_runs run
  `.execute(db);
  const wallets = await db.selectFrom('wallets').select(['player_id', 'tickets']).execute();
  return { runs: rows, tickets: new Map(wallets.map((row) => [row.player_id, row.tickets])) };
}

/**
 * Compares each paid ticket with its runs, and the runs with the answers that their players got.
 */
export function compareRush(
  paid: readonly Ticket[],
  told: readonly ToldRun[],
  { runs, tickets }: RushBooks,
): RushDifferences {
  const toldOf = new Map(told.map((run) => [run.id, run]));
  const countedOf = Map.groupBy(
    runs.filter(({ state }) => state === 'counted'),
    ({ ticket }) => ticket,
  );
  const isCounted = ({ id }: Ticket) => countedOf.has(id);
  const byPlayer = Map.groupBy(paid, ({ playerId }) => playerId);
  const wrongRuns = runs.filter(({ id, state, points }) => {
    const run = toldOf.get(id);
    return !run || run.points !== points || run.isVoid !== (state === 'void');
  });
  return {
    unplayed: paid.filter((ticket) => !isCounted(ticket)).length,
    counted: paid.filter(isCounted).length,
    givenBack: runs.filter(({ state }) => state === 'void').length,
    twice: [...countedOf.values()].filter((ones) => ones.length > 1).length,
    open: runs.filter(({ state }) => state === 'open').length,
    wrongTickets: [...byPlayer].filter(
      ([id, own]) => tickets.get(id) !== own.filter((ticket) => !isCounted(ticket)).length,
    ).length,
    wrongRuns: wrongRuns.length,
  };
}

const TICKETS_EACH = 2;
/** A date of birth of an adult, because only adults may buy tickets. */
const BIRTHDAY = '1990-05-17';
/** An answer after this time comes later than the question's clock and the server's allowance. */
const TOO_LATE_MS = 18_000;
const LATE_SHARE = 0.03;
const RIGHT_SHARE = 0.9;

/** A ticket that a player pays for, by its reference. */
type Ticket = { id: string; kobo: number; playerId: number };

/** A run as its player knows it from the answers for each level. */
type ToldRun = { id: string; playerId: number; points: number; isVoid: boolean };

/** A player who buys tickets of Millionaire Rush and plays them. */
class ChaosRunner {
  readonly tickets: Ticket[] = [];
  readonly runs: ToldRun[] = [];
  readonly #name: string;
  readonly #phone: string;
  readonly #line: Line;

  constructor(number: number, line: Line) {
    this.#name = `runner ${number}`;
    this.#phone = `0809${digits(number, 5)}55`;
    this.#line = line;
  }

  /** Throws Breach for an answer that the contract rules out, and the error that aborts the connection. */
  async buyAndPlay(): Promise<void> {
    const api = overLine(this.#line);
    const account = await makeAccount(api, { phone: this.#phone }, this.#name);
    const player = await new Player(api, account, this.#name).subscribe();
    await player.sayBirthday(BIRTHDAY);
    for (let bought = 0; bought < TICKETS_EACH; bought += 1) {
      await this.#buy(player, `ticket ${bought + 1}`);
      await this.#play(player, `run ${bought + 1}`);
    }
  }

  async #buy(player: Player, what: string): Promise<void> {
    const reference = newReference();
    const expected = { ...expectedCall('rush-ticket', reference), name: `${what} expected` };
    const amount = (await player.ask(expected)).data.totalKobo;
    if (amount < RUSH_TICKET_NAIRA * KOBO_PER_NAIRA) throw new Breach(`${what} costs ${amount}`);
    this.tickets.push({ id: reference, kobo: amount, playerId: player.id });
    const charge = chargeOf(player.id, amount);
    const choice = { ...cardChoiceCall(reference, charge), name: `${what} choice` };
    const chosen = await player.call(choice);
    // If the call is repeated, the provider refuses it with 400, because it has taken the payment already.
    if (chosen.status !== 400) yesOf(choice, chosen);
    await player.ask({
      name: `${what} bought`,
      endpoint: getBuyTicket,
      params: { amount: String(amount), reference },
    });
  }

  async #play(player: Player, what: string): Promise<void> {
    const { next } = this.#line;
    const opened = await player.ask({ ...runCall(), name: `${what} opened` });
    const id = opened.meta?.run?.id;
    let question = Array.isArray(opened.data) ? null : opened.data;
    if (!id || !question) throw new Breach(`${what}: a run without a question`);
    const told: ToldRun = { id, playerId: player.id, points: 0, isVoid: false };
    this.runs.push(told);
    const doubled = 1 + Math.floor(next() * RUSH_QUESTIONS);
    for (let level = 1; question; level += 1) {
      const name = `${what} level ${level}`;
      if (level === doubled) {
        const using = powerUpCall(id, level, 'double-points');
        const { data } = await player.ask({ ...using, name: `${name} doubled` });
        // On a bad connection the power-up may arrive after the clock has run out.
        if (data.ended) break;
      }
      if (next() < LATE_SHARE) await wait(TOO_LATE_MS, undefined, { signal: this.#line.signal });
      const right = rightAnswer(question);
      const wrong: string = question.options.find((option) => option !== right) ?? right;
      const choice = next() < RIGHT_SHARE ? right : wrong;
      const answering = runAnswerCall(id, { level, choice, ms: Math.floor(next() * 9000) });
      const { data } = await player.ask({ ...answering, name: `${name} answer` });
      if (data.answer !== right) throw new Breach(`${name}: another answer`);
      if (data.verdict === 'right')
        told.points += RUSH_POINTS_PER_LEVEL * (level === doubled ? 2 : 1);
      question = data.next;
    }
    const { data } = await player.ask({ ...runResultCall(id), name: `${what} result` });
    told.isVoid = data.ticketBack;
    if (told.isVoid) told.points = 0;
    if (data.awarded?.points !== told.points) {
      throw new Breach(`${what}: counted as ${JSON.stringify(data.awarded)}, not ${told.points}`);
    }
  }
}
