import { namedRaffleMonth, raffleMonthOf } from '../../src/rules/raffle.ts';
import type { Db, Trx } from '../database/tables.ts';
import { draw, findDraw, winnersOf } from '../raffle/draws.ts';
import { isRaffleOpen, makeDraw, type RaffleConfig } from '../raffle/months.ts';
import { sealDraws } from '../raffle/seal.ts';
import { type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';

export const DRAW_USAGE = `npm run admin -- draw COMMAND

  show MONTH             how far the draw of a month such as 2026-11 has come
  commit MONTH 'WHAT'    name the public figure that will be drawn by, before the entries close
  figure MONTH VALUE     enter that figure, once the list is sealed; until the draw it can be mended
  run MONTH              draw the winner and the reserves, once
  verify FILE            check a draw by its list, as anybody can; needs no server

commit, figure and run ask for your key: OPERATOR_KEY, or typed.`;

/** What is hashed has one byte a letter. */
const PLAIN_LINE = /^[\x20-\x7e]{1,200}$/;

type DrawChange = { command: string; month: string; text: string | null; key: string | null };

/** Shows a draw or takes it a step on; `null` for a command that there is not. Throws DeskError. */
export async function changeDraw(
  desk: Desk,
  { command, month, text, key }: DrawChange,
): Promise<string[] | null> {
  if (namedRaffleMonth(month) === null) throw new DeskError('A month is written like 2026-11');
  if (command === 'show' && text === null) return showDraw(desk, month);
  const step = STEPS[command];
  if (!step || (text === null) !== (command === 'run')) return null;
  const { db, now, config } = desk;
  const operator = await findOperator(db, key);
  if (!isRaffleOpen(config)) throw new DeskError('The raffle is off until CONTEST names a permit');
  const said = text?.trim() ?? '';
  if (text !== null && !PLAIN_LINE.test(said)) {
    throw new DeskError('Write it in up to 200 plain letters, digits and signs');
  }
  // Who stands ready as the entries close does not wait for the server's next minute.
  if (command !== 'commit') await sealDraws(desk);
  return db.transaction().execute(async (trx) => {
    const lines = await step(trx, { month, said, now: now(), config });
    const change = { command: `draw ${command}`, reference: month, why: said };
    await logChange(trx, operator, change, now());
    return lines;
  });
}

type Asked = { month: string; said: string; now: number; config: RaffleConfig };

type Step = (trx: Trx, asked: Asked) => Promise<string[]>;

const STEPS: Record<string, Step> = { commit, figure, run };

async function commit(trx: Trx, { month, said, now, config }: Asked): Promise<string[]> {
  const running = raffleMonthOf(now);
  if (running.month !== month) {
    throw new DeskError(`${running.month} runs: the figure of another month can't be named now`);
  }
  await makeDraw(trx, config, { month: running, now });
  const row = await lockDraw(trx, month);
  if (row?.closed_at) throw new DeskError(`The entries of ${month} are closed: its figure stays`);
  await trx
    .updateTable('raffle_draws')
    .set({ figure: said, figure_named_at: new Date(now) })
    .where('month', '=', month)
    .execute();
  return [`${month} is drawn by: ${said}`];
}

async function figure(trx: Trx, { month, said }: Asked): Promise<string[]> {
  const { figure: what } = await lockSealed(trx, month);
  await trx
    .updateTable('raffle_draws')
    .set({ figure_value: said })
    .where('month', '=', month)
    .execute();
  return [
    `${what}: ${said}`,
    `Compare it with what was published, then: npm run admin -- draw run ${month}`,
  ];
}

async function run(trx: Trx, { month, now }: Asked): Promise<string[]> {
  const row = await lockSealed(trx, month);
  const { figure_value: value, root, tickets } = row;
  if (value === null || root === null || tickets === null) {
    throw new DeskError(`Enter the figure first: ${row.figure}`);
  }
  await draw(trx, { ...row, figure: value, root, tickets }, now);
  return winnerLines(trx, month);
}

async function lockSealed(trx: Trx, month: string) {
  const row = await lockDraw(trx, month);
  if (!row?.sealed_at) throw new DeskError(`The list of ${month} is not sealed yet`);
  if (row.drawn_at) throw new DeskError(`${month} was drawn ${row.drawn_at.toISOString()}`);
  return row;
}

function lockDraw(trx: Trx, month: string) {
  const row = trx.selectFrom('raffle_draws').selectAll().where('month', '=', month);
  return row.forUpdate().executeTakeFirst();
}

async function showDraw({ db }: Desk, month: string): Promise<string[]> {
  const row = await findDraw(db, month);
  if (!row) throw new DeskError(`${month} has no draw: no ticket was earned in it`);
  const at = (when: Date | null) => when?.toISOString() ?? 'not yet';
  return [
    `closes ${row.closes_at.toISOString()}, sealed ${at(row.sealed_at)}, drawn ${at(row.drawn_at)}`,
    `seed's hash: ${row.seed_hash}`,
    `tickets: ${row.tickets ?? 'not yet'}, root: ${row.root ?? 'not yet'}`,
    `figure: ${row.figure ?? 'named when the list is sealed'}: ${row.figure_value ?? 'not yet'}`,
    ...(await winnerLines(db, month)),
  ];
}

async function winnerLines(db: Db, month: string): Promise<string[]> {
  const winners = await winnersOf(db, month);
  return winners.map(({ code, naira }) => `${naira > 0 ? 'winner' : 'reserve'} ${code}`);
}
