import * as v from 'valibot';
import { type Care, careReplySchema } from '../../../src/contract/care.ts';
import { paymentsReplySchema } from '../../../src/contract/payments.ts';
import { newKey } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

/** Sets a player's limit, or starts a break. */
export const wish = (player: TestPlayer, body: object, key = newKey()) =>
  player.server.call('PUT', '/payments/limit', {
    body,
    headers: { authorization: `Bearer ${player.token}`, 'idempotency-key': key },
  });

/** The same, giving the limits that hold afterwards. */
export async function set(player: TestPlayer, body: object): Promise<Care> {
  const reply = v.parse(careReplySchema, (await wish(player, body)).body);
  if (!reply.status) throw new Error(`limit: ${reply.code}`);
  return reply.data;
}

/** The limits as the billing page gets them. */
export async function care(player: TestPlayer) {
  const reply = v.parse(paymentsReplySchema, (await player.get('/payments')).body);
  return reply.status ? reply.meta?.care : undefined;
}

/** Sets the profile's stored date of birth. */
export const bornOn = ({ server, id }: TestPlayer, dob: string) =>
  server.db.updateTable('players').set({ dob }).where('id', '=', id).execute();
