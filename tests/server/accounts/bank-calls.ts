import type { Reply } from '../../../scripts/lib/player/call.ts';
import { sandboxHolderOf } from '../../../server/sandbox/bank-listing.ts';
import { plainDigits } from '../../../src/rules/numbers.ts';
import { newKey } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

let numbers = 0;

/** An account number that no other test has; its last digit decides the sandbox's answer. */
export function newAccount(ending = '5'): string {
  numbers += 1;
  return `01${String(numbers).padStart(7, '0')}${ending}`;
}

/** Adds or changes a player's account, under the bank's own name for it unless another is given. */
export function addAccount(
  player: TestPlayer,
  acctNumber: string,
  { bankName = 'Access Bank', key = newKey(), ...more }: Record<string, string> = {},
): Promise<Reply> {
  const body = {
    bankName,
    acctNumber,
    acctName: sandboxHolderOf(plainDigits(acctNumber)),
    ...more,
  };
  return player.post('/banks', body, { key });
}

/** Asks for the owner of a number. */
export function nameOf(player: TestPlayer, number: string, code = '044'): Promise<Reply> {
  return player.server.call('GET', `/bank/resolve?account_number=${number}&bank_code=${code}`, {
    api: '/bank-listing',
    headers: { authorization: `Bearer ${player.token}` },
  });
}

/** The account as the player sees it. */
export async function accountOf(player: TestPlayer): Promise<unknown> {
  const { body } = await player.get('/banks');
  return (body.data as { bank: unknown }).bank;
}
