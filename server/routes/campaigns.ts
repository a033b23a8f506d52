import { campaignReplySchema, campaignSchema } from '../../src/contract/campaigns.ts';
import { countCall } from '../address-limits.ts';
import type { Game } from '../game.ts';
import { callOf, keptReply, once } from '../idempotency.ts';
import type { App } from '../validation.ts';

const NOTED = { status: true, data: null };

/** Noting a visit by a campaign's link (accounts §7). */
export function campaignRoutes(app: App, game: Game): void {
  app.post(
    '/campaigns',
    { schema: { body: campaignSchema, response: { 200: campaignReplySchema } } },
    async (request) => {
      const { msisdn, referer, txnId } = request.body;
      const call = callOf(request, 'campaign');
      if ((await keptReply(game.db, call)) !== null) return NOTED;
      await countCall(game, request, 'campaign');
      await once(game, call, async (trx) => {
        await trx
          .insertInto('campaign_visits')
          .values({ msisdn, referer, txn_id: txnId, created_at: new Date(game.now()) })
          .execute();
        return {};
      });
      return NOTED;
    },
  );
}
