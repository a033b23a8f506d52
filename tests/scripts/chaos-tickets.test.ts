import { expect, test } from 'vitest';
import { readTickets } from '../../scripts/lib/chaos-tickets.ts';
import {
  adult,
  boughtTicket,
  countRun,
  expectedTicket,
  openedRun,
  voidRun,
} from '../server/payments/ticket-calls.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

test('each ticket that was paid for waits, is in a run or has counted', async () => {
  const player = await adult(server());
  const bought = [];
  for (const _ticket of [1, 2, 3, 4]) bought.push(await boughtTicket(player));
  await expectedTicket(player);
  const [opened = '', counted = '', voided = ''] = bought;
  await countRun(server(), await openedRun(player, counted));
  const run = await openedRun(player, voided);
  await voidRun(player, run, voided);
  await openedRun(player, opened);
  const right = { withoutTicket: 0, withoutPayment: 0, otherwise: 0 };
  const now = { paid: 4, unplayed: 2, open: 1, counted: 1 };
  expect(await readTickets(server().db)).toEqual({ ...now, ...right });

  const waiting = bought[3] ?? '';
  const state = (is: 'paid' | 'failed') =>
    server()
      .db.updateTable('payments')
      .set({ state: is })
      .where('reference', '=', waiting)
      .execute();
  await state('failed');
  expect(await readTickets(server().db)).toMatchObject({ paid: 3, withoutPayment: 1 });
  await state('paid');
  await server().db.deleteFrom('rush_tickets').where('reference', '=', waiting).execute();
  expect(await readTickets(server().db)).toEqual({
    ...now,
    unplayed: 1,
    withoutTicket: 1,
    withoutPayment: 0,
    otherwise: 1,
  });
});
