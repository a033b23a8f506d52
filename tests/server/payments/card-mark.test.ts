import { expect, test } from 'vitest';
import { newKey, testServer } from '../../support/server.ts';
import { chargeOf, expected, reportsOf, success, webhook } from './card-calls.ts';

const server = testServer();

const saidOf = async (reference: string) =>
  server()
    .db.selectFrom('payments')
    .select('said')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();

test("a payment keeps its card's mark as long as its player's account is there", async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  const authorization = { signature: 'SIG_1', authorization_code: 'AUTH_1', last4: '4081' };
  await webhook(server(), success({ ...chargeOf(player, reference), authorization }));
  expect((await saidOf(reference)).said).toMatchObject({ card: 'SIG_1' });
  expect(JSON.stringify(await saidOf(reference))).not.toMatch(/AUTH_1|4081/);
  await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
  expect((await saidOf(reference)).said).not.toHaveProperty('card');
});

test('the mark of a card whose payment credits nothing is not kept', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  const charge = { ...chargeOf(player, reference), authorization: { signature: 'SIG_2' } };
  await webhook(server(), success({ ...charge, amount: 5 }));
  expect(await reportsOf(server(), reference)).toHaveLength(1);
  const kept = [await saidOf(reference), await reportsOf(server(), reference)];
  expect(JSON.stringify(kept)).not.toContain('SIG_2');
});
