import { getPayouts, putPayoutsSeen } from '../../src/contract/endpoints/payouts.ts';
import type { App } from '../http/validation.ts';
import { markSeen, readPayouts } from '../prizes/read-payouts.ts';
import { readAsk } from '../proof/ask.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** What players have won, and how far it has come (flows.md#payout-calls). */
export function payoutRoutes(app: App, { db, now }: Services): void {
  route(app, getPayouts, async ({ session: { playerId } }) => ({
    status: true,
    data: await readPayouts(db, playerId),
    meta: { proof: await readAsk(db, playerId) },
  }));

  route(app, putPayoutsSeen, async ({ session: { playerId }, body }) => {
    await markSeen(db, playerId, body.references, now());
    return { status: true, data: null };
  });
}
