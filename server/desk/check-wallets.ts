import type { Db } from '../database/tables.ts';
import { checkLedger } from '../ledger/check.ts';
import type { Answer } from './desk.ts';
import { toldOf } from './told.ts';

/** Says where wallets are not the sum of their postings; not done where anything differs. */
export async function checkWallets(db: Db): Promise<Answer> {
  const { wallets, strays, unbalanced } = await checkLedger(db);
  const faults = [
    ...strays.map(({ playerId, what, kept, entered }) => {
      return `player ${playerId}: ${kept} ${what} in the wallet, ${entered} in the ledger`;
    }),
    ...unbalanced.map(({ key, unit, sum }) => `${key}: its ${unit} sum to ${sum}`),
  ];
  return {
    lines: [`${wallets} wallets compared with their postings.`, ...toldOf('Differences', faults)],
    isDone: faults.length === 0,
  };
}
