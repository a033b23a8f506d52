import { openVault } from '../crypto/vault.ts';
import { payPrizes } from '../prizes/pay-prizes.ts';
import { isWaiting, WAITS } from '../prizes/restored.ts';
import { sendPrizes } from '../prizes/send.ts';
import type { Desk } from './desk.ts';
import { findOperator, logChange } from './operators.ts';

/**
 * Does at once what each server does every minute: settles periods, looks at what is held, and sends
 * what is approved. Throws DeskError without an operator's key.
 */
export async function payNow(desk: Desk, key: string | null): Promise<string[]> {
  const { db, config, now } = desk;
  const operator = await findOperator(db, key);
  const log = { command: 'payouts run' };
  await db.transaction().execute((trx) => logChange(trx, operator, log, now()));
  let failed = 0;
  const note = () => (failed += 1);
  const services = { ...desk, vault: await openVault(db, config.bankKeys) };
  await payPrizes(services, { warn: note, error: note });
  await sendPrizes(services, { warn: note });
  const lines = await countByState(desk);
  if (await isWaiting(db)) return [...lines, WAITS];
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
