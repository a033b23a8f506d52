import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { buildBank } from '../../support/bank.ts';
import { Phone, runner } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { expectRefused, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer({ bank: buildBank(200) });

async function setBirthday({ id }: TestPlayer, dob: string | null): Promise<void> {
  await server().db.updateTable('players').set({ dob }).where('id', '=', id).execute();
}

test('a player of unknown age plays no run', async () => {
  const player = await runner(server());
  await setBirthday(player, null);
  await expectRefused(server(), () => new Phone(player).start(), 409, 'spending/age-needed');
});

test('a player under 18 plays no run, and one who is 18 today does', async () => {
  const player = await runner(server());
  await setBirthday(player, '2008-11-19');
  await expectRefused(server(), () => new Phone(player).start(), 409, 'spending/under-age');
  await setBirthday(player, '2008-11-18');
  await new Phone(player).begin();
});

test('without a subscription no run opens, and the ticket waits; an open run goes on', async () => {
  const player = await runner(server(), 2);
  const phone = new Phone(player);
  const run = await phone.begin();
  await server()
    .db.updateTable('subscriptions')
    .set({ ends_at: new Date(server().clock.at) })
    .where('player_id', '=', player.id)
    .execute();
  expect((await phone.right(run)).body.data).toMatchObject({ verdict: 'right' });
  await phone.leave(run);
  await expectRefused(server(), () => phone.start(), 409, 'subscription/inactive');
  expect(await sumsOf(player)).toMatchObject({ tickets: 1, counted: 1 });
});

test('the oldest ticket is played first', async () => {
  const player = await runner(server(), 2);
  const tickets = server().db.updateTable('rush_tickets').where('player_id', '=', player.id);
  const { reference } = await server()
    .db.selectFrom('rush_tickets')
    .select('reference')
    .where('player_id', '=', player.id)
    .orderBy('reference', 'desc')
    .executeTakeFirstOrThrow();
  await tickets
    .set({ bought_at: new Date(server().clock.at - DAY_MS) })
    .where('reference', '=', reference)
    .execute();
  const run = await new Phone(player).begin();
  const { ticket } = await server()
    .db.selectFrom('rush_runs')
    .select('ticket')
    .where('id', '=', run)
    .executeTakeFirstOrThrow();
  expect(ticket).toBe(reference);
});
