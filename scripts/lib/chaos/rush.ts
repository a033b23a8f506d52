import { sql } from 'kysely';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import type { Db } from '../../../server/database/tables.ts';
import type { SealedQuestion } from '../../../src/contract/rush.ts';
import { keepBreach, type Line } from './call.ts';
import { seedFrom } from './faults.ts';
import type { SentPurchase } from './money.ts';
import { ChaosRunner, type Ticket, type ToldRun } from './runner.ts';

/** Players who buy tickets of Millionaire Rush and play them, some at a time, the others after them. */
export class ChaosRush {
  /** Answers that the contract rules out. */
  readonly breaches: string[] = [];
  readonly #runners: readonly ChaosRunner[];
  readonly #signal: AbortSignal;

  constructor(runners: number, seed: number, line: Pick<Line, 'url' | 'signal'>) {
    this.#signal = line.signal;
    const knows = answersOfBank();
    this.#runners = Array.from({ length: runners }, (_, index) => {
      const next = seededNumbers(seedFrom(`${seed} runner ${index + 1}`));
      return new ChaosRunner(index + 1, { ...line, next }, knows);
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

  /** Its tickets as what was bought; they bring no coins. */
  get sent(): SentPurchase[] {
    return this.tickets.map((ticket) => ({ ...ticket, way: 'card', coins: 0, isDeclined: false }));
  }
}

function answersOfBank(): (question: SealedQuestion) => string {
  const keyOf = (question: string, options: readonly string[]) =>
    JSON.stringify([question, options.toSorted()]);
  const answers = new Map(
    loadBank().questions.map(({ question, options, answer }) => [keyOf(question, options), answer]),
  );
  return ({ question, options }) => answers.get(keyOf(question, options)) ?? '';
}

/** A run and a ticket as the database has them. */
export type RushBooks = {
  runs: readonly { id: string; playerId: number; ticket: string; state: string; points: number }[];
  /** By the player's id. */
  tickets: ReadonlyMap<number, number>;
};

/** How tickets and runs differ from what players paid and were told; 0 but for the first three. */
export type RushDifferences = {
  unplayed: number;
  counted: number;
  givenBack: number;
  /** Tickets of which two runs count, and runs that never ended. */
  twice: number;
  open: number;
  /** Players whose tickets that wait are not those paid for less those that count. */
  wrongTickets: number;
  /** Runs of other points than their levels brought, or given back to one who was told otherwise. */
  wrongRuns: number;
};

/** Reads what a database holds of tickets and runs, the points as the ledger sums them. */
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

/** Compares each ticket that was paid for with its runs, and these with what their players were told. */
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
