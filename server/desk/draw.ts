import { FIGURE_SPELLINGS, isFigure, spelledText } from '../../src/rules/figure.ts';
import { namedRaffleMonth, raffleMonthOf } from '../../src/rules/raffle.ts';
import type { Db, Trx } from '../database/tables.ts';
import { draw, findDraw, winnersOf } from '../raffle/draws.ts';
import { isRaffleOpen, makeDraw, type RaffleConfig } from '../raffle/months.ts';
import { sealDraws } from '../raffle/seal.ts';
import { type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';
import { askTwo, saidOf } from './two-people.ts';

export const DRAW_USAGE = `npm run admin -- draw COMMAND

  show MONTH             how far the draw of a month such as 2026-11 has come
  commit MONTH 'WHAT' N  name the public figure that will be drawn by, before the entries close: N is
                         how many decimals it has, 0 to 8, or hex for 64 hexadecimal digits
  figure MONTH VALUE     enter that figure, once the list is sealed
  run MONTH              draw the winner and the reserves, once
  verify FILE            check a draw by its list, as anybody can; needs no server

commit, figure and run ask for your key: OPERATOR_KEY, or typed. Of commit and figure two operators have to say the same.`;

/** What is hashed has one byte a letter. */
const PLAIN_LINE = /^[\x20-\x7e]{1,200}$/;

type DrawChange = {
  command: string;
  month: string;
  text: string | null;
  spelling: string | null;
  key: string | null;
};

/** Shows a draw or takes it a step on; `null` for a command that there is not. Throws DeskError. */
export async function changeDraw(
  desk: Desk,
  { command, month, text, spelling, key }: DrawChange,
): Promise<string[] | null> {
  if (namedRaffleMonth(month) === null) throw new DeskError('A month is written like 2026-11');
  if (command === 'show' && text === null) return showDraw(desk, month);
  const step = STEPS[command];
  if (!step || (text === null) !== (command === 'run')) return null;
  if ((spelling === null) !== (command !== 'commit')) return null;
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
    const lines = await step(trx, { month, said, spelling, operator, now: now(), config });
    const why = [said, ...(spelling === null ? [] : [spelling])].join(', ');
    await logChange(trx, operator, { command: `draw ${command}`, reference: month, why }, now());
    return lines;
  });
}

type Asked = {
  month: string;
  said: string;
  spelling: string | null;
  operator: string;
  now: number;
  config: RaffleConfig;
};

type Step = (trx: Trx, asked: Asked) => Promise<string[]>;

const STEPS: Record<string, Step> = { commit, figure, run };

async function commit(
  trx: Trx,
  { month, said, spelling: typed, operator, now, config }: Asked,
): Promise<string[]> {
  const running = raffleMonthOf(now);
  if (running.month !== month) {
    throw new DeskError(`${running.month} runs: the figure of another month can't be named now`);
  }
  const spelling = FIGURE_SPELLINGS.find((one) => one === typed && one !== 'shortest');
  if (!spelling) throw new DeskError('Say how many decimals it has, from 0 to 8, or hex');
  await makeDraw(trx, config, { month: running, now });
  const row = await lockDraw(trx, month);
  if (row?.closed_at) throw new DeskError(`The entries of ${month} are closed: its figure stays`);
  const asked = { subject: `draw commit ${month}`, says: `${said}, ${spelledText(spelling)}` };
  const waiting = await askTwo(trx, operator, asked, now);
  if (waiting) return waiting;
  await trx
    .updateTable('raffle_draws')
    .set({ figure: said, figure_spelling: spelling, figure_named_at: new Date(now) })
    .where('month', '=', month)
    .execute();
  return [`${month} is drawn by: ${asked.says}`];
}

async function figure(trx: Trx, { month, said, operator, now }: Asked): Promise<string[]> {
  const row = await lockSealed(trx, month);
  const { figure: what, figure_spelling: spelling, figure_value: entered } = row;
  if (entered !== null)
    throw new DeskError(
      `It is entered: ${entered}. Two have said so: it stays. Now: npm run admin -- draw run ${month}`,
    );
  if (spelling === null || !isFigure(said, spelling)) {
    throw new DeskError(
      `The figure is spelled in one way, since another one would draw another winner: ${spelledText(spelling ?? 'shortest')}. Digits, and at most one point: no sign, blank or comma`,
    );
  }
  const asked = { subject: `draw figure ${month}`, says: said };
  const waiting = await askTwo(trx, operator, asked, now);
  if (waiting) return [...waiting, 'Compare it with what was published'];
  await trx
    .updateTable('raffle_draws')
    .set({ figure_value: said })
    .where('month', '=', month)
    .execute();
  return [`${what}: ${said}, as two say`, `Now: npm run admin -- draw run ${month}`];
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

async function showDraw({ db, now }: Desk, month: string): Promise<string[]> {
  const row = await findDraw(db, month);
  if (!row) throw new DeskError(`${month} has no draw: no ticket was earned in it`);
  const subject = row.sealed_at ? `draw figure ${month}` : `draw commit ${month}`;
  const said = await saidOf(db, subject, now());
  const at = (when: Date | null) => when?.toISOString() ?? 'not yet';
  return [
    `closes ${row.closes_at.toISOString()}, sealed ${at(row.sealed_at)}, drawn ${at(row.drawn_at)}`,
    `seed's hash: ${row.seed_hash}`,
    `tickets: ${row.tickets ?? 'not yet'}, root: ${row.root ?? 'not yet'}`,
    `figure: ${row.figure ?? 'named when the list is sealed'}: ${row.figure_value ?? 'not yet'}`,
    ...(row.figure_spelling ? [`spelled: ${spelledText(row.figure_spelling)}`] : []),
    ...said.map(
      ({ operator, says }) => `${operator} says, and another has to say the same: ${says}`,
    ),
    ...(await winnerLines(db, month)),
  ];
}

async function winnerLines(db: Db, month: string): Promise<string[]> {
  const winners = await winnersOf(db, month);
  return winners.map(({ code, naira }) => `${naira > 0 ? 'winner' : 'reserve'} ${code}`);
}
