import { csvLines } from '../../src/rules/csv.ts';
import { FIGURE_SPELLINGS, isFigure, spelledText } from '../../src/rules/figure.ts';
import { formatKobo, KOBO_PER_NAIRA } from '../../src/rules/money.ts';
import { nextPayoutState, PAYOUT_STATES, type PayoutState } from '../../src/rules/payouts.ts';
import { PRIZE_KINDS } from '../../src/rules/prizes.ts';
import { namedRaffleMonth, raffleMonthOf } from '../../src/rules/raffle.ts';
import { openBankAccount } from '../accounts/profile/bank-accounts.ts';
import { openVault } from '../crypto/vault.ts';
import type { Db, Trx } from '../database/tables.ts';
import { findHoldReasons, makeAndJudgePayouts } from '../prizes/judge.ts';
import {
  advancePayout,
  isAwaitingSearch,
  type Payout,
  type PayoutChange,
  takePayout,
} from '../prizes/payouts.ts';
import {
  beginSending,
  findOpenRestore,
  hasOpenRestore,
  searchSent,
  sendPrizes,
  WAITS,
} from '../prizes/send.ts';
import { drawTickets, findDraw, sealDraws, winnersOf } from '../raffle/draws.ts';
import { isRaffleOpen, makeDraw, type RaffleConfig } from '../raffle/raffle.ts';
import { changesOf, movementsOf } from './command.ts';
import { findOperator, logChange } from './operators.ts';
import { type Desk, DeskError } from './socket.ts';
import { askOneOrTwo, askTwo, saidOf } from './two-people.ts';

/** What operators can do to a payout. Each change is logged with its reason. */
export const PAYOUT_CHANGES = ['approve', 'hold', 'release', 'refuse', 'paid', 'returned'] as const;

type Change = {
  command: (typeof PAYOUT_CHANGES)[number];
  reference: string;
  why: string;
  key: string | null;
};

/** Changes a payout for an operator. If much money moves, two operators are needed. Throws DeskError. */
export async function changePayout(
  { db, now, config }: Pick<Desk, 'db' | 'now' | 'config'>,
  { command, reference, why, key }: Change,
): Promise<string[]> {
  const operator = await findOperator(db, key);
  return db.transaction().execute(async (trx) => {
    const payout = await take(trx, reference);
    const at = now();
    const limit = config.twoPeopleAboveNaira * KOBO_PER_NAIRA;
    const lines =
      command === 'approve'
        ? await approve(trx, payout, operator, at)
        : await change(trx, payout, { command, operator, limit }, at);
    await logChange(trx, operator, { command: `payouts ${command}`, reference, why }, at);
    return lines;
  });
}

/** By these changes a held prize is paid, a prize goes to another player, or a prize is paid again. */
const MOVING = ['release', 'refuse', 'returned'];

type Changing = { command: keyof typeof STEPS; operator: string; limit: number };

async function change(
  trx: Trx,
  payout: Payout,
  { command, operator, limit }: Changing,
  now: number,
): Promise<string[]> {
  const given = STEPS[command];
  await refuseUnfollowing(trx, payout, given);
  if (MOVING.includes(command)) {
    const { reference, player_id: playerId, gross_kobo: amount, made_at: madeAt } = payout;
    const asked = { subject: `payouts ${reference}`, says: command, madeAt };
    const moved = { playerId, unit: 'kobo', amount, limit } as const;
    const waiting = await askOneOrTwo(trx, operator, { asked, moved }, now);
    if (waiting) return waiting;
  }
  const changed = await advancePayout(trx, payout, given, now);
  return [`${payout.reference} was ${payout.state} and is ${changed.state}`];
}

const STEPS: Record<Exclude<Change['command'], 'approve'>, PayoutChange> = {
  hold: { event: 'held', by: 'operator', reasons: ['under-review'] },
  release: { event: 'released', by: 'operator' },
  refuse: { event: 'refused', by: 'operator' },
  paid: { event: 'paid', by: 'sender' },
  returned: { event: 'sent-back', by: 'sender', hasLeft: true },
};

async function take(trx: Trx, reference: string): Promise<Payout> {
  const found = await trx
    .selectFrom('payouts')
    .select('id')
    .where(({ eb, or }) => or([eb('reference', '=', reference), eb('sent_as', '=', reference)]))
    .executeTakeFirst();
  if (!found) throw new DeskError(`There is no payout ${reference}`);
  const payout = await takePayout(trx, found.id);
  if (payout === null) throw new DeskError('It is being worked on: try again in a moment');
  return payout;
}

/** Records one of the two approvals of a large prize. */
async function approve(
  trx: Trx,
  { id, reference, made_at: madeAt, released }: Payout,
  operator: string,
  now: number,
): Promise<string[]> {
  if (released.includes('second-approval')) {
    throw new DeskError(
      `Two have approved ${reference} before. What else holds it: payouts show ${reference}`,
    );
  }
  const asked = { subject: `payouts approve ${reference}`, says: 'yes', madeAt };
  const waiting = await askTwo(trx, operator, asked, now);
  if (waiting) return waiting;
  await trx
    .updateTable('payouts')
    .set({ released: [...released, 'second-approval'] })
    .where('id', '=', id)
    .execute();
  return [
    `${operator} approves ${reference} too. It goes on within ten minutes if nothing else holds it`,
  ];
}

async function refuseUnfollowing(
  trx: Trx,
  { id, state, is_by_hand, reference }: Payout,
  given: PayoutChange,
): Promise<void> {
  if (given.event === 'refused' && (await isAwaitingSearch(trx, id))) {
    throw new DeskError(
      `${reference} may have been sent before the restore. It is looked for first: see payouts run`,
    );
  }
  const isOwnSending = given.by !== 'sender' || is_by_hand;
  if (!isOwnSending || nextPayoutState(state, given.event, given.by) === null) {
    throw new DeskError(`${reference} is ${state}: that does not follow`);
  }
}

/**
 * Does at once what each server does every minute: makes payouts of final periods, checks held prizes, and
 * sends approved prizes. Throws DeskError without an operator's key.
 */
export async function payNow(desk: Desk, key: string | null): Promise<string[]> {
  const { db, config, now } = desk;
  const operator = await findOperator(db, key);
  const log = { command: 'payouts run' };
  await db.transaction().execute((trx) => logChange(trx, operator, log, now()));
  let failed = 0;
  const note = () => (failed += 1);
  const services = { ...desk, vault: await openVault(db, config.bankKeys) };
  await makeAndJudgePayouts(services, { warn: note, error: note });
  await sendPrizes(services, { warn: note });
  const lines = await countByState(desk);
  if (await hasOpenRestore(db)) return [...lines, WAITS];
  return failed === 0 ? lines : [...lines, `Failed, tried again in a minute: ${failed}`];
}

async function countByState({ db }: Desk): Promise<string[]> {
  const rows = await db
    .selectFrom('payouts')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute();
  return rows.length === 0
    ? ['There is no prize yet']
    : rows.map(({ state, count }) => `${state}: ${count}`);
}

const SHOWN = 200;

/**
 * Lists the payouts in one state, or without a state all payouts that are not paid, refused or lapsed, oldest
 * first. Throws DeskError.
 */
export async function listPayouts(db: Db, state: string | null): Promise<string[]> {
  const states = state === null ? OPEN : PAYOUT_STATES.filter((one) => one === state);
  if (states.length === 0) throw new DeskError(`A state is one of ${PAYOUT_STATES.join(', ')}`);
  const rows = await db
    .selectFrom('payouts')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('id', state === null ? 'asc' : 'desc')
    .limit(SHOWN)
    .execute();
  return rows.length === 0 ? ['There is none'] : rows.map(lineOf);
}

const OPEN: readonly PayoutState[] = ['checking', 'held', 'approved', 'sending', 'failed'];

/** All data about a payout. Throws DeskError if there is no such payout. */
export async function showPayout(db: Db, reference: string): Promise<string[]> {
  const payout = await db
    .selectFrom('payouts')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!payout) throw new DeskError(`There is no payout ${reference}`);
  const { approved_at, sent_at, paid_at, ended_at, said, mend_by, sent_as } = payout;
  const times = { approved: approved_at, sent: sent_at, paid: paid_at, ended: ended_at };
  return [
    lineOf(payout),
    `${formatKobo(payout.gross_kobo)}, ${formatKobo(payout.tax_kobo)} of it withheld`,
    ...Object.entries(times).flatMap(([what, at]) => (at ? [`${at.toISOString()} ${what}`] : [])),
    ...(sent_as ? [`sent as ${sent_as}`] : []),
    ...(mend_by ? [`lapses on ${mend_by.toISOString()}`] : []),
    ...(said ? [`the provider said: ${said}`] : []),
    ...(await kinOf(db, payout)),
    ...(await movementsOf(db, 'like', `prize:${reference}:%`)),
    ...(await changesOf(db, reference, 'like', 'payouts %')),
  ];
}

function lineOf(payout: Payout): string {
  const { reference, player_id, board, pool, tier, place, period_end, state, reasons } = payout;
  const where = `${board}${tier > 0 ? ` tier ${tier}` : ''} of ${pool}`;
  const until = new Date(period_end.getTime() - 1).toISOString().slice(0, 10);
  const why = reasons.length > 0 ? ` (${reasons.join(', ')})` : '';
  const sum = `${formatKobo(payout.net_kobo)} ${payout.kind}`;
  return `${reference} player ${player_id} place ${place}, ${where}, until ${until}: ${sum}, ${state}${why}`;
}

async function kinOf(db: Db, { id, board, period_start, kin }: Payout): Promise<string[]> {
  if (kin === null) return [];
  const others = await db
    .selectFrom('payouts')
    .select('reference')
    .where('board', '=', board)
    .where('period_start', '=', period_start)
    .where('kin', '=', kin)
    .where('id', '<>', id)
    .orderBy('id')
    .execute();
  if (others.length === 0) return [];
  const references = others.map(({ reference }) => reference).join(', ');
  return [
    `its player shares a phone, bank account, payer or small address with those of ${references}`,
  ];
}

const COLUMNS = ['reference', 'prize', 'kind', 'naira', 'to', 'bank_code', 'bank', 'name'];

/** These words are printed in place of an account that no more money may be sent to. */
const [CHANGED, STOPPED] = ['CHANGED', 'STOPPED'];
const TO = COLUMNS.indexOf('to');

/**
 * The prizes that a person sends, as CSV: for a spreadsheet, or plain for a bank's bulk upload. It has all
 * approved prizes, which count as sent from now on, and all exported prizes whose outcome is not known yet.
 * Throws DeskError if providers send everything, and while a restore waits for confirmation.
 */
export async function exportPayouts(
  desk: Desk,
  key: string | null,
  isPlain: boolean,
): Promise<string[]> {
  const { db, config, now } = desk;
  const operator = await findOperator(db, key);
  const kinds = PRIZE_KINDS.filter((kind) => !config.isSentByProvider[kind]);
  if (kinds.length === 0)
    throw new DeskError('Providers send all prizes: nothing is to be exported');
  if (await findOpenRestore(db)) throw new DeskError(WAITS);
  const services = { ...desk, vault: await openVault(db, config.bankKeys) };
  // If a provider does not answer about a prize, that prize is exported another time.
  await searchSent(services, { warn: () => {} });
  const due = await db
    .selectFrom('payouts')
    .select('id')
    .where('kind', 'in', kinds)
    .where('state', '=', 'approved')
    .orderBy('id')
    .execute();
  for (const { id } of due) await beginSending(services, id, { isByHand: true });
  const onTheWay = await db
    .selectFrom('payouts')
    .selectAll()
    .where('state', '=', 'sending')
    .where('is_by_hand', '=', true)
    .orderBy('id')
    .execute();
  await db
    .transaction()
    .execute((trx) => logChange(trx, operator, { command: 'payouts export' }, now()));
  const rows: string[][] = [];
  for (const payout of onTheWay) {
    const cells = await cellsOf(services, payout);
    const judged = db.transaction().execute((trx) => findHoldReasons(trx, config, payout, now()));
    const isStopped = cells[TO] !== CHANGED && (await judged).length > 0;
    rows.push(isStopped ? [...cells.slice(0, TO), STOPPED, '', '', ''] : cells);
  }
  return csvLines(COLUMNS, rows, isPlain);
}

async function cellsOf(
  services: Pick<Desk, 'db'> & { vault: Awaited<ReturnType<typeof openVault>> },
  { sent_as, reference, kind, net_kobo, player_id, account_hash }: Payout,
): Promise<string[]> {
  const begin = [sent_as ?? '', reference, kind];
  const naira = (net_kobo / KOBO_PER_NAIRA).toFixed(2);
  if (kind !== 'cash') {
    const { phone } = await services.db
      .selectFrom('players')
      .select('phone')
      .where('id', '=', player_id)
      .executeTakeFirstOrThrow();
    return [...begin, naira, phone, '', '', ''];
  }
  const account = await openBankAccount(services.db, services, player_id);
  // If the account is not the one that was judged, no money is sent to it.
  if (account?.hash !== account_hash) return [...begin, naira, CHANGED, '', '', ''];
  const { acctNumber, bankCode, bankName, acctName } = account;
  return [...begin, naira, acctNumber, bankCode, bankName, acctName];
}

export const DRAW_USAGE = `npm run admin -- draw COMMAND

  show MONTH             how far the draw of a month such as 2026-11 has come
  commit MONTH 'WHAT' N  name the public figure that will be drawn by, before the entries close: N is
                         how many decimals it has, 0 to 8, or hex for 64 hexadecimal digits
  figure MONTH VALUE     enter that figure, once the list is sealed
  run MONTH              draw the winner and the reserves, once
  verify FILE            check a draw by its list, as anybody can; needs no server

commit, figure and run ask for your key: OPERATOR_KEY, or typed. Of commit and figure two operators have to say the same.`;

/** Each letter of the text must be one byte, because the text is hashed. */
const PLAIN_LINE = /^[\x20-\x7e]{1,200}$/;

type DrawChange = {
  command: string;
  month: string;
  text: string | null;
  spelling: string | null;
  key: string | null;
};

/** Shows a draw, or takes it a step further; `null` if the command is unknown. Throws DeskError. */
export async function changeDraw(
  desk: Desk,
  { command, month, text, spelling, key }: DrawChange,
): Promise<string[] | null> {
  if (namedRaffleMonth(month) === null) throw new DeskError('A month is written like 2026-11');
  if (command === 'show' && text === null) return showDraw(desk, month);
  const step = DRAW_STEPS[command];
  if (!step || (text === null) !== (command === 'run')) return null;
  if ((spelling === null) !== (command !== 'commit')) return null;
  const { db, now, config } = desk;
  const operator = await findOperator(db, key);
  if (!isRaffleOpen(config)) throw new DeskError('The raffle is off until CONTEST names a permit');
  const said = text?.trim() ?? '';
  if (text !== null && !PLAIN_LINE.test(said)) {
    throw new DeskError('Write it in up to 200 plain letters, digits and signs');
  }
  // The list is sealed here too, so that an operator who acts right after entries close need not wait for
  // the server to do so.
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

const DRAW_STEPS: Record<string, Step> = { commit, figure, run };

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
  await drawTickets(trx, { ...row, figure: value, root, tickets }, now);
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
