import { csvLines } from '../../src/rules/csv.ts';
import { KOBO_PER_NAIRA } from '../../src/rules/money.ts';
import { PRIZE_KINDS } from '../../src/rules/prize-table.ts';
import { openBankAccount } from '../accounts/bank-accounts.ts';
import { openVault } from '../crypto/vault.ts';
import { judge } from '../prizes/conditions.ts';
import type { Payout } from '../prizes/payout.ts';
import { findOpenRestore, searchSent, WAITS } from '../prizes/restored.ts';
import { startSending } from '../prizes/start-sending.ts';
import { type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';

const COLUMNS = ['reference', 'prize', 'kind', 'naira', 'to', 'bank_code', 'bank', 'name'];

/** What stands in place of an account that nothing is to go to any more, and where. */
const [CHANGED, STOPPED] = ['CHANGED', 'STOPPED'];
const TO = COLUMNS.indexOf('to');

/**
 * What a person sends, as CSV for a spreadsheet, or plain for a bank's bulk upload: approved prizes,
 * which are on their way from now on, and those that were exported before and have no end yet. Throws
 * DeskError where providers send everything, and while a restore waits for its answer.
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
  // What its provider says nothing of waits, and is in a later file.
  await searchSent(services, { warn: () => {} });
  const due = await db
    .selectFrom('payouts')
    .select('id')
    .where('kind', 'in', kinds)
    .where('state', '=', 'approved')
    .orderBy('id')
    .execute();
  for (const { id } of due) await startSending(services, id, true);
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
    const judged = db.transaction().execute((trx) => judge(trx, config, payout, now()));
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
  // Nothing goes to an account that was not judged.
  if (account?.hash !== account_hash) return [...begin, naira, CHANGED, '', '', ''];
  const { acctNumber, bankCode, bankName, acctName } = account;
  return [...begin, naira, acctNumber, bankCode, bankName, acctName];
}
