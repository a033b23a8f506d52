import * as v from 'valibot';
import { type CampaignVisit, campaignSchema } from '../../../contract/campaigns.ts';
import { postCampaign } from '../../../contract/endpoints/campaigns.ts';
import { newKey } from '../../../lib/new-key.ts';

/** A visitor waits no longer for their visit to be counted, in milliseconds. */
const PATIENCE_MS = 3000;

/**
 * Counts a visit by a campaign's link. The visitor goes on whatever comes of it: the call is waited
 * for 3 s at most, outlives the page, and its failure is nobody's but the campaign's.
 */
export async function noteVisit(visit: CampaignVisit): Promise<void> {
  if (!v.is(campaignSchema, visit)) return;
  const sent = import('../../../lib/http.ts').then(({ call }) =>
    call(postCampaign, { body: visit, key: newKey(), keepalive: true }),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([sent.catch(() => undefined), tooLong]);
  clearTimeout(timer);
}
