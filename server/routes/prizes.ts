import { randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import {
  type Bank,
  getAccountName,
  getBankAccount,
  getBankList,
  type NewBankAccount,
  postBankAccount,
} from '../../src/contract/banks.ts';
import {
  getLastRushBoard,
  getLastWeekBoard,
  getMonthlyBoard,
  getRushBoard,
  getWeeklyBoard,
} from '../../src/contract/boards.ts';
import { getPayouts, putPayoutsSeen } from '../../src/contract/payouts.ts';
import {
  getDraw,
  getDrawList,
  getDrawPaths,
  getRaffleTickets,
  getTicketWinner,
} from '../../src/contract/raffle.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { raffleMonthOf } from '../../src/rules/raffle.ts';
import {
  countLookup,
  findBankAccount,
  keepBankAccount,
  markAccount,
  requireFree,
  showBankAccount,
} from '../accounts/profile/bank-accounts.ts';
import { askForFreshProof } from '../accounts/sign-in/codes.ts';
import type { PlayerSession } from '../accounts/sign-in/sessions.ts';
import { type BoardAsk, pointsOfTier, readBoard } from '../boards/boards.ts';
import { callOf, keptReply, once } from '../http/idempotency.ts';
import { countCall } from '../http/limits.ts';
import { type App, Refusal } from '../http/serve.ts';
import { judgePayoutsOf } from '../prizes/judge.ts';
import {
  markCompensationSeen,
  markSeen,
  readCompensation,
  readPayouts,
} from '../prizes/player-payouts.ts';
import { readAsk } from '../proof/claim.ts';
import type { AccountNumber } from '../providers/bank-listing.ts';
import { lastDraw, listFile, readDraw, ticketPath } from '../raffle/draws.ts';
import { holdersAmong, isRaffleOpen, pointsOf, ticketsOf } from '../raffle/raffle.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/**
 * The calls of what players can win and have won: boards, the raffle, payouts, and the bank account for
 * them.
 */
export function prizeRoutes(app: App, services: Services): void {
  payoutRoutes(app, services);
  raffleRoutes(app, services);
  boardRoutes(app, services);
  bankRoutes(app, services);
}

/** The calls that show what players have won, and how far each payout has come (rewards.md#payout-calls). */
function payoutRoutes(app: App, services: Services): void {
  const { db, now } = services;
  route(app, services, getPayouts, async ({ session: { playerId } }) => ({
    status: true,
    data: await readPayouts(db, playerId),
    meta: { proof: await readAsk(db, playerId), madeGood: await readCompensation(db, playerId) },
  }));

  route(app, services, putPayoutsSeen, async ({ session: { playerId }, body }) => {
    const { references, madeGoodUntil } = body;
    await markSeen(db, playerId, references, now());
    if (madeGoodUntil) await markCompensationSeen(db, playerId, madeGoodUntil, now());
    return { status: true, data: null };
  });
}

/** A draw does not change any more once it is drawn. */
const A_DAY = 'public, max-age=86400';

/** The calls of the raffle's tickets, and of its draws, which anybody can check (game.md#raffle). */
function raffleRoutes(app: App, services: Services): void {
  const { db, config, ranking, now } = services;

  route(app, services, getRaffleTickets, async ({ session: { playerId, pool }, query }) => {
    const { month, endsAt } = raffleMonthOf(now());
    const isFor = isRaffleOpen(config) && pool === 'all';
    const raffle = isFor && {
      month,
      points: await pointsOf(db, playerId, month),
      closesAt: new Date(endsAt).toISOString(),
      lastDraw: await lastDraw(db),
    };
    const data = await ticketsOf(db, playerId, query.month ?? month);
    return { status: true, data, meta: { raffle: raffle || null } };
  });

  route(app, services, getDraw, async ({ params }, reply) => {
    const draw = await readDraw(db, config, params.month, now());
    if (draw?.state === 'drawn') reply.header('Cache-Control', A_DAY);
    return { status: true, data: draw };
  });

  const sealedDraw = async (month: string) => {
    const draw = await readDraw(db, config, month, now());
    if (draw === null || draw.state === 'open') {
      throw new Refusal(409, 'draw/not-sealed', 'The list of this draw is not sealed yet');
    }
    return draw;
  };

  route(app, services, getDrawPaths, async ({ params, query }, reply) => {
    const { month, state, winners } = await sealedDraw(params.month);
    if (state === 'drawn') reply.header('Cache-Control', A_DAY);
    const pathTo = async (code: string | undefined) =>
      code === undefined ? null : ticketPath(db, month, code);
    const [winner, ticket] = [await pathTo(winners[0]?.code), await pathTo(query.code)];
    return { status: true, data: { winner, ticket } };
  });

  route(app, services, getDrawList, async (request, reply) => {
    const draw = await sealedDraw(request.params.month);
    await countCall(services, request, 'draw-list');
    if (draw.state === 'drawn') reply.header('Cache-Control', A_DAY);
    reply
      .type('text/plain; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="draw-${draw.month}.txt"`);
    return Readable.from(listFile(db, draw));
  });

  route(app, services, getTicketWinner, async ({ session: { playerId } }) => {
    const { month } = raffleMonthOf(now());
    const board = {
      board: 'monthly',
      pool: 'all',
      which: 'current',
      playerId,
      at: now(),
    } as const;
    const { leaderBoard } = (await readBoard(ranking, board)).data;
    const ids = leaderBoard.map(({ userId }) => Number(userId));
    const names = await holdersAmong(db, ids, month);
    const name = names[randomInt(Math.max(1, names.length))];
    return { status: true, data: name === undefined ? null : { name } };
  });
}

type Board = Pick<BoardAsk, 'board' | 'which' | 'range'>;

/** The calls of the boards (game.md#boards). */
function boardRoutes(app: App, services: Services): void {
  const { ranking, now, tierParts } = services;
  const read = ({ playerId, pool }: PlayerSession, board: Board) =>
    readBoard(ranking, { ...board, playerId, pool, at: now() });

  const serve = (
    endpoint: typeof getWeeklyBoard | typeof getLastWeekBoard | typeof getMonthlyBoard,
    board: Board,
  ) => route(app, services, endpoint, ({ session }) => read(session, board));
  serve(getWeeklyBoard, { board: 'weekly', which: 'current' });
  serve(getLastWeekBoard, { board: 'weekly', which: 'previous' });
  serve(getMonthlyBoard, { board: 'monthly', which: 'current' });

  /** Only the boards of Millionaire Rush can be read for one tier. */
  const serveTiers = (endpoint: typeof getRushBoard | typeof getLastRushBoard, board: Board) =>
    route(app, services, endpoint, async ({ session, query: { tier } }) => {
      const range = tier === undefined ? {} : { range: pointsOfTier(tier) };
      const { meta, ...reply } = await read(session, { ...board, ...range });
      return { ...reply, meta: { ...meta, tierParts: await tierParts(session.pool, board.which) } };
    });
  serveTiers(getRushBoard, { board: 'rush', which: 'current' });
  serveTiers(getLastRushBoard, { board: 'rush', which: 'previous' });
}

/** How long the list of banks is kept before it is asked for again. */
const BANKS_LIFE_MS = DAY_MS;

type ListBanks = (log: FastifyBaseLogger) => Promise<Bank[]>;

/**
 * The calls of a player's bank account, and those forwarded to the bank listing (profile.md#bank-account).
 */
function bankRoutes(app: App, services: Services): void {
  const listBanks = keptBanks(services);

  route(app, services, getBankList, async ({ log }) => {
    return { status: true, data: await listBanks(log) };
  });

  route(app, services, getAccountName, async ({ session, query }) => {
    const account = { number: query.account_number, code: query.bank_code };
    const account_name = await findName(services, session.playerId, account);
    return { status: true, data: { account_name } };
  });

  route(app, services, getBankAccount, async ({ session: { playerId } }) => {
    return { status: true, data: { bank: await showBankAccount(services, playerId) } };
  });

  route(app, services, postBankAccount, (request) => {
    const { body, session } = request;
    return keepAccount(services, { request, body, session, listBanks });
  });
}

type Keeping = {
  request: FastifyRequest;
  body: NewBankAccount;
  session: PlayerSession;
  listBanks: ListBanks;
};

async function keepAccount(
  services: Services,
  { request, body, session, listBanks }: Keeping,
): Promise<object> {
  const { db, vault } = services;
  const { playerId } = session;
  const call = callOf(request, `player ${playerId}`);
  // The body holds the account number. A plain hash would give it away, because all numbers can be tried.
  call.requestHash = vault.mark(call.requestHash);
  if ((await keptReply(db, call)) !== null) return kept(services, playerId);
  const bank = bankOf(body, await listBanks(request.log));
  const account = { number: body.acctNumber, code: bank.code };
  const acctName = await findName(services, playerId, account);
  if (!isSameName(acctName, body.acctName)) {
    const message = 'Your bank gives another name for this account now. Check it and submit again.';
    throw new Refusal(409, 'bank/other-name', message);
  }
  const hash = markAccount(services, account);
  await requireFree(db, playerId, hash);
  const before = await findBankAccount(db, playerId);
  if (before?.hash !== hash) {
    const no = await askForFreshProof(services, request, { session, answer: body, call });
    if (no !== null) return no;
  }
  const named = { bankName: bank.name, bankCode: bank.code, acctNumber: account.number, acctName };
  await once(services, call, async (trx) => {
    await keepBankAccount(trx, services, { playerId, account: named, hash, before });
    return {};
  });
  await judgePayoutsOf(services, request.log, playerId);
  return kept(services, playerId);
}

/**
 * Finds a bank in the list. Throws Refusal 422 `request/invalid` if the list does not have it, or if only a
 * name was sent and two banks have that name.
 */
function bankOf({ bankName, bankCode }: NewBankAccount, banks: Bank[]): Bank {
  const named = banks.filter(({ name }) => name === bankName);
  const coded = banks.filter(({ code }) => code === bankCode);
  const [bank, other] = bankCode === undefined ? named : coded;
  const isSure = bank && (bankCode !== undefined || !other);
  if (!isSure) throw new Refusal(422, 'request/invalid', 'bankName: must be a bank of the list');
  // One code may have an old and a new name. The name that the player chose is kept.
  return named.find(({ code }) => code === bank.code) ?? bank;
}

/** Whether two names of an account's holder are the same, apart from spaces and case. */
function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFC').trim().split(/\s+/).join(' ').toUpperCase();
  return plain(one) === plain(other);
}

async function kept(services: Services, playerId: number) {
  const bank = await showBankAccount(services, playerId);
  return { status: true, data: { bank }, message: 'Bank added successfully' };
}

/**
 * Finds the name of an account's holder. Throws Refusal 422 `bank/unresolved`, 429 `rate/limited`,
 * ProviderError.
 */
async function findName(
  services: Services,
  playerId: number,
  account: AccountNumber,
): Promise<string> {
  await countLookup(services, playerId, account);
  const name = await services.bankListing.nameOf(account);
  if (name === null) throw new Refusal(422, 'bank/unresolved', 'Invalid acct details');
  return name;
}

/**
 * Lists the banks. If the listing does not answer, the banks of its last answer are used. The log names the
 * fields of rows that were left out.
 */
function keptBanks({ bankListing, now }: Pick<Services, 'bankListing' | 'now'>): ListBanks {
  let last: { banks: Bank[]; at: number } | null = null;
  return async (log) => {
    if (last !== null && now() - last.at < BANKS_LIFE_MS) return last.banks;
    try {
      const { banks, odd } = await bankListing.banks();
      if (odd) log.warn({ fields: odd }, 'banks of the listing cannot be read and are left out');
      last = { banks, at: now() };
    } catch (error) {
      if (last === null) throw error;
    }
    return last.banks;
  };
}
