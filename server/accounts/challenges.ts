import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Challenge } from '../../src/contract/user.ts';
import { dayOf } from '../../src/rules/calendar.ts';
import { CODE_DIGITS } from '../../src/rules/players.ts';
import type { Db, Trx } from '../database/tables.ts';
import { countCall, signedAddress, tooOften } from '../http/address-limits.ts';
import { SmsRefusedError } from '../providers/sms.ts';
import type { Services } from '../services.ts';
import { lockNumber } from './players.ts';

/** How long a code can be answered with. */
export const CODE_LIFE_MS = 5 * 60_000;
export const TRIES_PER_CODE = 5;
export const CHALLENGE_ID_LENGTH = 22;
const RESEND_AFTER_MS = 60_000;
const CODES_PER_DAY = 10;
const HOUR_MS = 3_600_000;

type Started = { challenge: Challenge; code: string | null };

/** Gives the id of a challenge for whoever asks: the one that answers it to who caused it alone. */
export type IdOf = (seed: string) => string;

/** Ids as the address that a request comes from gets them. */
export const idsFor = (services: Pick<Services, 'sign'>, request: FastifyRequest): IdOf => {
  const address = signedAddress(services, request);
  return (seed) => services.sign('challenge', `${seed} ${address}`).slice(0, CHALLENGE_ID_LENGTH);
};

/**
 * Sends a code to a stored phone, at most one a minute, and after ten of a Lagos day one an hour;
 * to an address that caused none for an hour at once, whatever others did. Whoever asks sooner gets
 * the challenge that runs, under an id that answers it only where they caused it: five wrong codes
 * must not be anybody's to give. Nothing looks whether the number has an account. Throws Refusal
 * 429 `rate/limited`, ProviderError `sms/failed`; a code that the provider refused counts as none.
 */
export async function startChallenge(
  services: Services,
  request: FastifyRequest,
  phone: string,
): Promise<Challenge> {
  const idOf = idsFor(services, request);
  const running = await runningChallenge(services.db, phone, idOf, services.now());
  if (running !== null) return running;
  await countCall(services, request, 'code');
  const { challenge, code } = await services.db
    .transaction()
    .execute((trx) => writeChallenge(trx, services, phone, idOf));
  if (code === null) return challenge;
  try {
    await services.sendSms(phone, `${code} is your Football Mastermind code. Tell it to nobody.`);
  } catch (error) {
    // Whatever else went wrong, the text may be on its way.
    if (error instanceof SmsRefusedError) {
      await services.db.deleteFrom('challenges').where('id', '=', challenge.id).execute();
    }
    throw error;
  }
  return challenge;
}

/** Six digits that nobody can tell beforehand. */
export function makeCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

async function writeChallenge(
  trx: Trx,
  services: Services,
  phone: string,
  idOf: IdOf,
): Promise<Started> {
  const now = services.now();
  // Look-ups of one number at the same time take turns: one of them sends.
  await lockNumber(trx, phone);
  const running = await runningChallenge(trx, phone, idOf, now);
  if (running !== null) return { challenge: running, code: null };
  const waitMs = await untilNextCode(trx, phone, now);
  if (waitMs > 0 && !(await isOwed(trx, phone, idOf, now))) throw tooSoon(waitMs);
  const seed = randomBytes(16).toString('base64url');
  const id = idOf(seed);
  const code = makeCode();
  await trx
    .insertInto('challenges')
    .values({
      id,
      seed,
      phone,
      code_hash: services.sign('code', `${id} ${code}`),
      sent_at: new Date(now),
      expires_at: new Date(now + CODE_LIFE_MS),
    })
    .execute();
  const resendAfter = seconds(await untilNextCode(trx, phone, now));
  return { challenge: { id, channel: 'sms', resendAfter }, code };
}

function tooSoon(waitMs: number) {
  const wait = seconds(waitMs);
  const message =
    waitMs <= RESEND_AFTER_MS
      ? `Wait ${wait} seconds, then press Enter for a new code.`
      : `This number has had many codes today. Try again in ${Math.ceil(wait / 60)} minutes.`;
  return tooOften(wait, message);
}

/** The number's challenge that this asker can answer, else another's, while no code can be sent. */
async function runningChallenge(
  db: Db,
  phone: string,
  idOf: IdOf,
  now: number,
): Promise<Challenge | null> {
  const open = await db
    .selectFrom('challenges')
    .select(['id', 'seed'])
    .where('phone', '=', phone)
    .where('passed_at', 'is', null)
    .where('tries', '<', TRIES_PER_CODE)
    .where('expires_at', '>', new Date(now))
    .orderBy('sent_at', 'desc')
    .execute();
  const own = open.find(({ id, seed }) => id === idOf(seed));
  const challenge = own ?? open[0];
  if (!challenge) return null;
  const waitMs = await untilNextCode(db, phone, now);
  if (waitMs === 0 || (!own && (await isOwed(db, phone, idOf, now)))) return null;
  return { id: idOf(challenge.seed), channel: 'sms', resendAfter: seconds(waitMs) };
}

/** Whether the asker's network has caused no code of the number for an hour: others can't use theirs up. */
async function isOwed(db: Db, phone: string, idOf: IdOf, now: number): Promise<boolean> {
  const sent = await db
    .selectFrom('challenges')
    .select(['id', 'seed'])
    .where('phone', '=', phone)
    .where('sent_at', '>', new Date(now - HOUR_MS))
    .execute();
  return !sent.some(({ id, seed }) => id === idOf(seed));
}

/** Milliseconds until a code can be sent to a number: a minute after the last, an hour after the tenth of a day. */
async function untilNextCode(db: Db, phone: string, now: number): Promise<number> {
  const today = dayOf(now);
  const minuteAgo = now - RESEND_AFTER_MS;
  const sent = await db
    .selectFrom('challenges')
    .select('sent_at')
    .where('phone', '=', phone)
    .where('sent_at', '>', new Date(Math.min(today.startsAt - 1, minuteAgo)))
    .orderBy('sent_at', 'desc')
    .execute();
  const ofToday = sent.filter(({ sent_at }) => sent_at.getTime() >= today.startsAt);
  const last = sent[0]?.sent_at.getTime() ?? Number.NEGATIVE_INFINITY;
  const waitMs = ofToday.length < CODES_PER_DAY ? RESEND_AFTER_MS : HOUR_MS;
  return Math.max(0, Math.min(last + waitMs, Math.max(today.endsAt, last + RESEND_AFTER_MS)) - now);
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
