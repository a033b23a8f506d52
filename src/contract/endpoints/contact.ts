import { contactReplySchema, contactSchema } from '../contact.ts';
import type { Endpoint } from '../endpoint.ts';

/** Sends a message to whoever runs the game; a token says which player writes, if one does. */
export const postContact = {
  method: 'POST',
  base: 'v1',
  path: '/contact',
  who: 'anyone',
  effect: 'keyed',
  body: contactSchema,
  reply: contactReplySchema,
  codes: ['rate/limited'],
} as const satisfies Endpoint;
