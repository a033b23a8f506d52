import { postCampaign } from '../../src/contract/endpoints/campaigns.ts';
import { countCall } from '../http/address-limits.ts';
import { callOf, keptReply, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

const NOTED = { status: true, data: null };

/** Noting a visit by a campaign's link (flows.md#campaign-links). */
export function campaignRoutes(app: App, services: Services): void {
  route(app, postCampaign, async (request) => {
    const { msisdn, referer, txnId } = request.body;
    const call = callOf(request, 'campaign');
    if ((await keptReply(services.db, call)) !== null) return NOTED;
    await countCall(services, request, 'campaign');
    await once(services, call, async (trx) => {
      await trx
        .insertInto('campaign_visits')
        .values({ msisdn, referer, txn_id: txnId, created_at: new Date(services.now()) })
        .execute();
      return {};
    });
    return NOTED;
  });
}
