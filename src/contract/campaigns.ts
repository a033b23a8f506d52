import * as v from 'valibot';
import { plainDigits } from '../rules/numbers.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf } from './envelope.ts';

/** A text from a link, which is stored unchanged. It is short and on one line. */
const linkText = v.pipe(
  v.string(),
  v.maxLength(100),
  v.check((text) => !/\p{C}/u.test(text), 'must hold no control characters'),
);

/**
 * The body of `POST /campaigns`: a visit by a campaign's link. `msisdn` is empty if the link has no
 * number.
 */
export const campaignSchema = v.object({
  msisdn: v.pipe(
    v.string(),
    v.transform(plainDigits),
    v.check((text) => /^\+?\d{0,15}$/.test(text), 'must be digits, at most 15'),
  ),
  referer: v.pipe(linkText, v.nonEmpty()),
  txnId: v.pipe(linkText, v.nonEmpty()),
});

export type CampaignVisit = v.InferOutput<typeof campaignSchema>;

/** The reply to `POST /campaigns`, which no client reads. */
const campaignReplySchema = envelopeOf(v.unknown());

/** Records a visit by a campaign's link. */
export const postCampaign = {
  method: 'POST',
  path: '/campaigns',
  who: 'anyone',
  effect: 'keyed',
  body: campaignSchema,
  reply: campaignReplySchema,
  codes: ['rate/limited'],
} as const satisfies Endpoint;
