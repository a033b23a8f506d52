import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Bank, NewBankAccount } from '../../src/contract/banks.ts';
import {
  getAccountName,
  getBankAccount,
  getBankList,
  postBankAccount,
} from '../../src/contract/endpoints/banks.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import {
  findBankAccount,
  keepBankAccount,
  requireFree,
  showBankAccount,
} from '../accounts/bank-accounts.ts';
import { countLookup, markAccount } from '../accounts/bank-lookups.ts';
import { askForFreshProof } from '../accounts/fresh-proof.ts';
import type { PlayerSession } from '../accounts/sessions.ts';
import { Refusal } from '../http/errors.ts';
import { callOf, keptReply, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { lookAtPlayers } from '../prizes/look.ts';
import type { AccountNumber } from '../providers/bank-listing.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** How long the listing's banks are good for. */
const BANKS_LIFE_MS = DAY_MS;

type ListBanks = (log: FastifyBaseLogger) => Promise<Bank[]>;

/** Where a player is paid to, and the bank listing's calls, forwarded (flows.md#bank-account). */
export function bankRoutes(app: App, services: Services): void {
  const listBanks = keptBanks(services);

  route(app, getBankList, async ({ log }) => {
    return { status: true, data: await listBanks(log) };
  });

  route(app, getAccountName, async ({ session, query }) => {
    const account = { number: query.account_number, code: query.bank_code };
    const account_name = await findName(services, session.playerId, account);
    return { status: true, data: { account_name } };
  });

  route(app, getBankAccount, async ({ session: { playerId } }) => {
    return { status: true, data: { bank: await showBankAccount(services, playerId) } };
  });

  route(app, postBankAccount, (request) => {
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
  // The number is in the body, and few enough there are to try them all.
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
  await lookAtPlayers(services, request.log, playerId);
  return kept(services, playerId);
}

/** Throws Refusal 422 `request/invalid` for a bank of no list, and for a name alone that two banks have. */
function bankOf({ bankName, bankCode }: NewBankAccount, banks: Bank[]): Bank {
  const named = banks.filter(({ name }) => name === bankName);
  const coded = banks.filter(({ code }) => code === bankCode);
  const [bank, other] = bankCode === undefined ? named : coded;
  const isSure = bank && (bankCode !== undefined || !other);
  if (!isSure) throw new Refusal(422, 'request/invalid', 'bankName: must be a bank of the list');
  // One code may have two names, an old and a new one: the one that was chosen is kept.
  return named.find(({ code }) => code === bank.code) ?? bank;
}

/** Whether two names of a holder are one, however they are spaced and in whatever case. */
function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFC').trim().split(/\s+/).join(' ').toUpperCase();
  return plain(one) === plain(other);
}

async function kept(services: Services, playerId: number) {
  const bank = await showBankAccount(services, playerId);
  return { status: true, data: { bank }, message: 'Bank added successfully' };
}

/** Throws Refusal 422 `bank/unresolved`, 429 `rate/limited`, ProviderError. */
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
 * The banks as the listing named them last; where it does not answer, older ones will do. The log names
 * the fields of rows that were left out.
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
