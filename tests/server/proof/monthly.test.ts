import { expect, test } from 'vitest';
import { buildBank } from '../../support/bank.ts';
import { ProofPhone, played } from '../../support/proof.ts';
import { testServer } from '../../support/server.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import { close, hasProved, payDue, score, thisMonth, winnings } from '../prizes/prize-calls.ts';

const PRIZES = JSON.stringify([{ pool: 'all', board: 'monthly', places: 1, naira: 50_000 }]);

const server = testServer({ bank: buildBank(600), env: { PRIZES } });

test('the first monthly prize asks, whatever was proved before, and the next does not', async () => {
  const player = await server().signUp();
  await bornOn(player, '1990-05-17');
  await addAccount(player, newAccount());
  await hasProved(player, { level: 'medium' });
  const monthPays = async () => {
    await played(player, 12, { level: 'medium' });
    await score(player, 500);
    close(server(), thisMonth(server()));
    await payDue(server());
    const [newest] = await winnings(player);
    return [newest?.board, newest?.state, newest?.reason];
  };
  expect(await monthPays()).toEqual(['monthly', 'held', 'proof-round']);
  const phone = new ProofPhone(player);
  expect(await phone.row()).toMatchObject({ why: 'first monthly prize' });
  await phone.start();
  await phone.play(15);
  expect(await monthPays()).toEqual(['monthly', 'approved', null]);
});
