import { type Reply, yesOf } from '../../scripts/lib/player/call.ts';
import {
  powerUpCall,
  runAnswerCall,
  runCall,
  runResultCall,
} from '../../scripts/lib/player/player.ts';
import { move } from '../../server/ledger/ledger.ts';
import { getCurrentRun, type RushAnswer } from '../../src/contract/rush.ts';
import type { PowerUp } from '../../src/rules/tournament.ts';
import { newKey, type TestServer } from './server.ts';
import type { TestPlayer } from './test-player.ts';

/** A subscribed adult with this many unused tickets. */
export async function runner(server: TestServer, tickets = 1): Promise<TestPlayer> {
  return asRunner(await server.subscriber(), tickets);
}

/** The same for an existing player. */
export async function asRunner(player: TestPlayer, tickets = 1): Promise<TestPlayer> {
  await player.server.db
    .updateTable('players')
    .set({ dob: '1990-05-17' })
    .where('id', '=', player.id)
    .execute();
  for (let bought = 0; bought < tickets; bought += 1) await giveTicket(player);
  return player;
}

/** Gives a player a ticket as a payment does, and its reference. */
async function giveTicket({ server, id: playerId }: TestPlayer): Promise<string> {
  const reference = newKey();
  const at = server.clock.at;
  await server.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('rush_tickets')
      .values({ reference, player_id: playerId, bought_at: new Date(at) })
      .execute();
    await move(trx, {
      key: `payment:${reference}`,
      reason: 'ticket-bought',
      at,
      postings: [
        { account: 'house:tickets-sold', unit: 'tickets', amount: -1 },
        { account: 'tickets', playerId, unit: 'tickets', amount: 1 },
      ],
    });
  });
  return reference;
}

/** The actions of a phone in Millionaire Rush, honest or not. */
export class Phone {
  readonly player: TestPlayer;
  /** All replies of the server, as they came. */
  readonly heard: Reply[] = [];

  constructor(player: TestPlayer) {
    this.player = player;
  }

  async start({ key = newKey(), device = '' } = {}): Promise<Reply> {
    return this.#hear(this.player.call({ ...runCall(device), key }));
  }

  /** Starts a run, and gives its id. */
  async begin(key = newKey()): Promise<string> {
    const { body } = await this.start({ key });
    const run = body.meta?.run as { id: string } | undefined;
    if (!run) throw new Error(`no run: ${JSON.stringify(body)}`);
    return run.id;
  }

  async answer(run: string, sent: Partial<RushAnswer>, key = newKey()): Promise<Reply> {
    return this.#hear(this.player.call({ ...runAnswerCall(run, sent), key }));
  }

  timeOut(run: string, level: number): Promise<Reply> {
    return this.answer(run, { level, choice: null, end: 'timeout' });
  }

  async use(run: string, level: number, powerUp: PowerUp, key = newKey()): Promise<Reply> {
    return this.#hear(this.player.call({ ...powerUpCall(run, level, powerUp), key }));
  }

  async leave(run: string, key = newKey(), points = 0): Promise<Reply> {
    return this.#hear(this.player.call({ ...runResultCall(run, points), key }));
  }

  /** The open run, as the server has it. */
  async current() {
    const reply = await this.#hear(this.player.call({ endpoint: getCurrentRun }));
    const { data, meta } = yesOf({ endpoint: getCurrentRun }, reply);
    return { question: data, run: meta?.run ?? null };
  }

  /** Answers this many levels right from the present state, two seconds each. */
  async right(run: string, levels = 1): Promise<Reply> {
    let reply: Reply | undefined;
    for (let done = 0; done < levels; done += 1) {
      const { level, answer } = await this.cheat(run);
      this.player.server.clock.at += 2000;
      reply = await this.answer(run, { level, choice: answer });
    }
    if (!reply) throw new Error('nothing was answered');
    return reply;
  }

  async wrong(run: string): Promise<Reply> {
    const { level, wrong } = await this.cheat(run);
    return this.answer(run, { level, choice: wrong });
  }

  /** The server's secrets of the current level. */
  async cheat(run: string): Promise<{ level: number; answer: string; wrong: string }> {
    const row = await this.player.server.db
      .selectFrom('rush_runs')
      .select('run')
      .where('id', '=', run)
      .executeTakeFirstOrThrow();
    const { questions, rows, optionsLeft } = row.run;
    const question = questions[rows.length];
    if (!question) throw new Error('the run has no question on the table');
    const { answer, options } = question;
    const wrong = (optionsLeft ?? options).find((option) => option !== answer) ?? '';
    return { level: rows.length + 1, answer, wrong };
  }

  async #hear(asking: Promise<Reply>): Promise<Reply> {
    const reply = await asking;
    this.heard.push(reply);
    return reply;
  }
}

/** A player with an open run, and their phone. */
export async function openedRun(server: TestServer) {
  const player = await runner(server);
  const phone = new Phone(player);
  return { player, phone, run: await phone.begin() };
}
