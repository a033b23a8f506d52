import * as v from 'valibot';
import { plainDigits } from '../rules/numbers.ts';
import { isEmail } from '../rules/players.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf } from './envelope.ts';

export const CONTACT_SUBJECT_MAX = 120;

export const CONTACT_MESSAGE_MAX = 2000;

/**
 * Typed text without its outer spaces. It is not empty, has at most `max` characters, and contains
 * only characters that keyboards type.
 */
const typedText = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(),
    v.maxLength(max),
    v.check((text) => !/[^\P{Cc}\t\r\n]/u.test(text), 'must hold no control characters'),
  );

/**
 * The body of `POST /contact` (API v1): a message to the operator of the game (help.md#contact-us).
 */
export const contactSchema = v.object({
  email: v.pipe(v.string(), v.trim(), v.check(isEmail, 'must be an email address')),
  phone: v.pipe(
    v.string(),
    v.trim(),
    v.transform(plainDigits),
    v.check((text) => /^\+?[\d ()-]{5,25}$/.test(text), 'must be a phone number'),
  ),
  subject: typedText(CONTACT_SUBJECT_MAX),
  message: typedText(CONTACT_MESSAGE_MAX),
  type: typedText(40),
});

export type ContactMessage = v.InferOutput<typeof contactSchema>;

/** The reply to `POST /contact`. The app shows its `message` as a toast. */
const contactReplySchema = envelopeOf(v.unknown());

/**
 * Sends a message to the operator of the game. If the call has a token, the token identifies the
 * player.
 */
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
