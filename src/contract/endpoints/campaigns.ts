import { campaignReplySchema, campaignSchema } from '../campaigns.ts';
import type { Endpoint } from '../endpoint.ts';

/** Notes a visit by a campaign's link. */
export const postCampaign = {
  method: 'POST',
  path: '/campaigns',
  who: 'anyone',
  effect: 'keyed',
  body: campaignSchema,
  reply: campaignReplySchema,
  codes: ['rate/limited'],
} as const satisfies Endpoint;
