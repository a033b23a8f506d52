import { expect, test } from 'vitest';
import { buildBank } from '../../support/bank.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import { adult, boughtTicket, countRun, openedRun } from '../payments/ticket-calls.ts';

const server = testServer({ bank: buildBank(200) });

let ngozi = '';

const run = (args: string[], key: string | null = null) => operate(server(), args, key);

test('an operator sees tickets, takes them back, and settles what is owed of them', async () => {
  ngozi = await addOperator(server(), 'ngozi');
  const key = ngozi;
  const player = await adult(server());
  const [waits, played] = [await boughtTicket(player), await boughtTicket(player)];
  await countRun(server(), await openedRun(player, played));
  const of = async () => (await run(['payments', 'of', player.phone])).lines.join('\n');
  expect(await of()).toContain('1 unplayed ticket of Millionaire Rush');
  expect(await of()).toContain('Millionaire Rush ticket, ₦203 by card: paid');
  const why = ['--why', 'asked twice'];
  const reverse = (reference: string) => run(['payments', 'reverse', reference, ...why], key);
  expect((await reverse(waits)).lines).toEqual(['Taken back: 1 ticket']);
  expect((await reverse(played)).lines).toEqual([
    'Taken back: no ticket',
    'Owed: 1 ticket, an open claim',
  ]);
  expect(await of()).toContain('open claim: 1 ticket');
  expect(await of()).not.toContain('unplayed');
  const settle = () => run(['payments', 'settle', played, ...why], key);
  expect((await settle()).lines).toEqual(['Closed: 1 ticket is owed no more. No ticket was taken']);
  expect(await settle()).toMatchObject({ isDone: false, lines: [`Nothing is owed for ${played}`] });
  const shown = (await run(['payments', 'show', waits])).lines.join('\n');
  expect(shown).toContain('ledger: ticket-bought, tickets 1 tickets');
  expect(shown).toContain('ledger: payment-reversed, tickets -1 tickets');
});

test('a ticket that is owed no more weighs what it has cost: much of it in a day takes two', async () => {
  const env = { TWO_PEOPLE_ABOVE_NAIRA: '700' };
  const key = await addOperator(server(), 'musa', ngozi);
  const player = await adult(server());
  // Taking both back is ₦406 of the player's, one of them closed ₦200 more.
  const owed = [await boughtTicket(player), await boughtTicket(player)];
  for (const reference of owed) {
    await countRun(server(), await openedRun(player, reference));
    await run(['payments', 'reverse', reference, '--why', 'x'], ngozi);
  }
  const settle = async (reference = '') => {
    const args = ['payments', 'settle', reference, '--why', 'x'];
    return (await operate(server(), args, key, { env })).lines[0];
  };
  expect(await settle(owed[0])).toMatch(/^Closed: 1 ticket/);
  expect(await settle(owed[1])).toMatch(/^musa says yes\. Another operator/);
});
