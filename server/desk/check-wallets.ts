import type { Db } from '../database/tables.ts';
import { checkLedger } from '../ledger/check.ts';
import type { Answer } from './desk.ts';

/** So many differences are told one by one. */
const TOLD = 50;

/** Says where wallets are not the sum of their postings; not done where anything differs. */
export async function checkWallets(db: Db): Promise<Answer> {
  const { wallets, strays, unbalanced } = await checkLedger(db);
  const faults = [
    ...strays.map(({ playerId, what, kept, entered }) => {
      return `player ${playerId}: ${kept} ${what} in the wallet, ${entered} in the ledger`;
    }),
    ...unbalanced.map(({ key, unit, sum }) => `${key}: its ${unit} sum to ${sum}`),
  ];
  const told = faults.slice(0, TOLD);
  if (faults.length > TOLD) told.push(`… and ${faults.length - TOLD} more`);
  return {
    lines: [
      `${wallets} wallets compared with their postings.`,
      ...told,
      `Differences: ${faults.length === 0 ? 'nothing' : faults.length}`,
    ],
    isDone: faults.length === 0,
  };
}
