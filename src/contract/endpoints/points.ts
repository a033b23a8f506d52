import type { Endpoint } from '../endpoint.ts';
import { pointsReplySchema, pointsSubmissionSchema } from '../rounds.ts';

/** Delivers the result of a round. By the round's own secret the reply holds `awarded` alone. */
export const postPoints = {
  method: 'POST',
  path: '/points',
  who: 'round',
  effect: 'keyed',
  body: pointsSubmissionSchema,
  reply: pointsReplySchema,
  codes: [
    'round/already-counted',
    'round/bad-transcript',
    'round/expired',
    'round/missing',
    'round/not-yours',
    'round/unknown',
  ],
} as const satisfies Endpoint;
