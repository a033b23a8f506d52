import { getPayouts, putPayoutsSeen } from '../../src/contract/endpoints/payouts.ts';
import type { App } from '../http/validation.ts';
import { markMadeGoodSeen, readMadeGood } from '../prizes/made-good.ts';
import { markSeen, readPayouts } from '../prizes/read-payouts.ts';
import { readAsk } from '../proof/ask.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** What players have won, and how far it has come (flows.md#payout-calls). */
export function payoutRoutes(app: App, { db, now }: Services): void {
  route(app, getPayouts, async ({ session: { playerId } }) => ({
    status: true,
    data: await readPayouts(db, playerId),
    meta: { proof: await readAsk(db, playerId), madeGood: await readMadeGood(db, playerId) },
  }));

  route(app, putPayoutsSeen, async ({ session: { playerId }, body }) => {
    const { references, madeGoodUntil } = body;
    await markSeen(db, playerId, references, now());
    if (madeGoodUntil) await markMadeGoodSeen(db, playerId, madeGoodUntil, now());
    return { status: true, data: null };
  });
}
