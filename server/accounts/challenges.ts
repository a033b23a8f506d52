import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Challenge } from '../../src/contract/user.ts';
import { dayOf } from '../../src/rules/calendar.ts';
import { CODE_DIGITS } from '../../src/rules/players.ts';
import type { Sign } from '../crypto/signatures.ts';
import type { Db, Lanes, Tables, Trx } from '../database/tables.ts';
import { countCall, tooOften } from '../http/address-limits.ts';
import type { Refusal } from '../http/errors.ts';
import { SmsRefusedError } from '../providers/sms.ts';
import type { Services } from '../services.ts';
import {
  countsOf,
  isSpent,
  type Lane,
  NO_LANES,
  RESEND_AFTER_MS,
  TRIES_PER_CODE,
  untilText,
} from './code-lanes.ts';
import { lockNumber } from './players.ts';
import { laneOf } from './seen-networks.ts';
import { spendText } from './text-budget.ts';

/** How long a code can be answered with, from its last text. */
export const CODE_LIFE_MS = 5 * 60_000;
const ID_BYTES = 16;
const HASHED_BYTES = 6;

/** A number's challenge, as it lies in the database. */
export type NumbersChallenge = Selectable<Tables['challenges']>;

/** A challenge to answer, and the code to send where one is due. */
type DueText = { challenge: Challenge; code: string | null };

/**
 * Has the code of a stored phone sent, at most one text a minute, and after ten of a Lagos day one an
 * hour, counted by lane (`code-lanes.ts`). While the challenge runs each text brings the same code, and
 * whoever asks gets the same challenge. Nothing looks whether the number has an account. Throws Refusal
 * 429 `rate/limited`, ProviderError `sms/failed`; a text that the provider refused counts as none.
 */
export async function startChallenge(
  services: Services,
  request: FastifyRequest,
  phone: string,
): Promise<Challenge> {
  const { db, now } = services;
  const lane = await laneOf(db, services, request, phone);
  const waiting = waitFor(await findChallenge(db, phone), lane, now());
  if (waiting !== null) return waiting;
  await countCall(services, request, 'code');
  const giveTextBack = await spendText(services, request.log, lane);
  let isTexted = false;
  try {
    const { challenge, code } = await db
      .transaction()
      .execute((trx) => writeText(trx, services, phone, lane));
    if (code === null) return challenge;
    // From here on the text may be on its way, whatever goes wrong but for a refusal.
    isTexted = true;
    await services.sendSms(phone, `${code} is your Football Mastermind code. Tell it to nobody.`);
    return challenge;
  } catch (error) {
    if (error instanceof SmsRefusedError) {
      isTexted = false;
      await db.transaction().execute((trx) => undoText(trx, services, phone, lane));
    }
    throw error;
  } finally {
    if (!isTexted) await giveTextBack();
  }
}

/** The six digits that answer a challenge: they follow from its id by the database's key, and lie nowhere. */
export function codeOf(sign: Sign, { id, phone }: Pick<NumbersChallenge, 'id' | 'phone'>): string {
  const hash = Buffer.from(sign('code', `${id} ${phone}`), 'base64url');
  const digits = hash.readUIntBE(0, HASHED_BYTES) % 10 ** CODE_DIGITS;
  return String(digits).padStart(CODE_DIGITS, '0');
}

async function findChallenge(db: Db, phone: string): Promise<NumbersChallenge | undefined> {
  const own = db.selectFrom('challenges').selectAll().where('phone', '=', phone);
  return own.executeTakeFirst();
}

/** Whether a lane can still answer a challenge. */
export function isRunning(
  { passed_at, expires_at, lanes }: NumbersChallenge,
  lane: Lane,
  now: number,
): boolean {
  return passed_at === null && expires_at.getTime() > now && lanes[lane].tries < TRIES_PER_CODE;
}

/** The challenge to answer while no text can be sent; `null` where one can. Throws Refusal where neither is. */
function waitFor(found: NumbersChallenge | undefined, lane: Lane, now: number): Challenge | null {
  if (!found) return null;
  const counts = countsOf(found.lanes, lane, now);
  if (isSpent(counts, lane)) throw lockedOut(now);
  const waitMs = untilText(counts, found.sent_at.getTime(), now);
  if (waitMs === 0) return null;
  if (isRunning(found, lane, now)) return shown(found.id, waitMs);
  throw tooSoon(waitMs);
}

const shown = (id: string, waitMs: number): Challenge => {
  return { id, channel: 'sms', resendAfter: seconds(waitMs) };
};

async function writeText(
  trx: Trx,
  { sign, now }: Pick<Services, 'sign' | 'now'>,
  phone: string,
  lane: Lane,
): Promise<DueText> {
  const at = now();
  // Look-ups of one number at the same time take turns: one of them sends.
  await lockNumber(trx, phone);
  const found = await findChallenge(trx, phone);
  const waiting = waitFor(found, lane, at);
  if (waiting !== null) return { challenge: waiting, code: null };
  const goesOn = found !== undefined && isRunning(found, lane, at);
  const lanes = found?.lanes ?? NO_LANES;
  const begun = goesOn ? lanes : untried(lanes);
  const counts = countsOf(begun, lane, at);
  const texted = { ...counts, texts: counts.texts + 1, textAt: at };
  const id = goesOn ? found.id : randomBytes(ID_BYTES).toString('base64url');
  const values = {
    id,
    sent_at: new Date(at),
    expires_at: new Date(at + CODE_LIFE_MS),
    passed_at: null,
    lanes: JSON.stringify({ ...begun, [lane]: texted }),
  };
  await trx
    .insertInto('challenges')
    .values({ phone, ...values })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet(values))
    .execute();
  const challenge = shown(id, untilText(texted, at, at));
  return { challenge, code: codeOf(sign, { id, phone }) };
}

/** A new challenge has all its tries, in both lanes. */
const untried = ({ known, new: others }: Lanes): Lanes => {
  return { known: { ...known, tries: 0 }, new: { ...others, tries: 0 } };
};

/** Takes a text back that the provider has refused: it costs neither its minute nor one of the ten. */
async function undoText(
  trx: Trx,
  { now }: Pick<Services, 'now'>,
  phone: string,
  lane: Lane,
): Promise<void> {
  await lockNumber(trx, phone);
  const found = await findChallenge(trx, phone);
  if (!found) return;
  const counts = countsOf(found.lanes, lane, now());
  const lanes = { ...found.lanes, [lane]: { ...counts, texts: Math.max(0, counts.texts - 1) } };
  if (Object.values(lanes).every(({ texts, wrong }) => texts + wrong === 0)) {
    await trx.deleteFrom('challenges').where('phone', '=', phone).execute();
    return;
  }
  // Another text of the same code may be there already: it can be answered.
  const sent_at = new Date(found.sent_at.getTime() - RESEND_AFTER_MS);
  await trx
    .updateTable('challenges')
    .set({ sent_at, lanes: JSON.stringify(lanes) })
    .where('phone', '=', phone)
    .execute();
}

/** Gives a number its codes and tries again, by an operator; `false` where it has had none. */
export async function forgetTries(trx: Trx, phone: string): Promise<boolean> {
  await lockNumber(trx, phone);
  const own = trx.deleteFrom('challenges').where('phone', '=', phone);
  return (await own.executeTakeFirst()).numDeletedRows > 0n;
}

function tooSoon(waitMs: number): Refusal {
  const wait = seconds(waitMs);
  const message =
    waitMs <= RESEND_AFTER_MS
      ? `Wait ${wait} seconds, then press Enter for a new code.`
      : `This number has had many codes today. Try again in ${Math.ceil(wait / 60)} minutes.`;
  return tooOften(wait, message);
}

/** What is left to whoever can neither be sent nor try a code of a number today. */
export function lockedOut(now: number): Refusal {
  const message =
    'Too many wrong codes were tried for this number today. Sign in where you signed in before, such ' +
    "as your Wi-Fi at home, or through your network's link. Or try again tomorrow, or write to us.";
  return tooOften(seconds(dayOf(now).endsAt - now), message);
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
