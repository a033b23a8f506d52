import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Challenge, CodeAnswer } from '../../../src/contract/user.ts';
import { dayOf, HOUR_MS, lagosDate, MINUTE_MS } from '../../../src/rules/calendar.ts';
import { CODE_DIGITS } from '../../../src/rules/players.ts';
import { isSameText } from '../../crypto/hash.ts';
import type { Sign } from '../../crypto/signatures.ts';
import type { Db, LaneCounts, Lanes, Tables, Trx } from '../../database/tables.ts';
import { COUNTED_HOURS, countAll, countsOfHour, readAll } from '../../http/hour-counts.ts';
import type { IdempotentCall } from '../../http/idempotency.ts';
import { countCall, countTry, tooOften } from '../../http/limits.ts';
import { Refusal } from '../../http/serve.ts';
import { SmsRefusedError } from '../../providers/sms.ts';
import type { Services } from '../../services.ts';
import { lockNumber } from '../players.ts';
import { REPEAT_MS } from './proofs.ts';
import { laneOf } from './seen-networks.ts';
import { type PlayerSession, signedInWithin } from './sessions.ts';

/** How long a code can be answered after its last text. */
export const CODE_LIFE_MS = 5 * MINUTE_MS;
const ID_BYTES = 16;
const HASHED_BYTES = 6;

/** A number's challenge as it is stored. */
type NumbersChallenge = Selectable<Tables['challenges']>;

/** A challenge to answer, and the code to send; `null` if no text is due. */
type DueText = { challenge: Challenge; code: string | null };

/**
 * Texts a code to a stored phone. A number gets at most one text a minute, and one an hour after ten in a
 * Lagos day; texts are counted by lane. While the challenge runs, each text brings the same code, and all
 * callers get the same challenge. Whether the number has an account is never checked. Throws Refusal 429
 * `rate/limited`, ProviderError `sms/failed`. A text that the provider refused is not counted.
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
    // From here on the text counts as sent, whatever goes wrong; only a refusal by the provider shows that
    // it was not sent.
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

/**
 * The six digits that answer a challenge. They are made from the challenge's id with the database's key and
 * stored nowhere.
 */
export function codeOf(sign: Sign, { id, phone }: Pick<NumbersChallenge, 'id' | 'phone'>): string {
  const hash = Buffer.from(sign('code', `${id} ${phone}`), 'base64url');
  const digits = hash.readUIntBE(0, HASHED_BYTES) % 10 ** CODE_DIGITS;
  return String(digits).padStart(CODE_DIGITS, '0');
}

async function findChallenge(db: Db, phone: string): Promise<NumbersChallenge | undefined> {
  const own = db.selectFrom('challenges').selectAll().where('phone', '=', phone);
  return own.executeTakeFirst();
}

/** Whether a challenge can still be answered from a lane. */
function isRunning(
  { passed_at, expires_at, lanes }: NumbersChallenge,
  lane: Lane,
  now: number,
): boolean {
  return passed_at === null && expires_at.getTime() > now && lanes[lane].tries < TRIES_PER_CODE;
}

/**
 * The challenge to answer while no text can be sent; `null` if a text can be sent. Throws Refusal if the
 * caller can neither answer a challenge nor get a text.
 */
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
  // Calls for one number run one after the other, so that only one of them sends a text.
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

/** A new challenge has all its tries in both lanes. */
const untried = ({ known, new: others }: Lanes): Lanes => {
  return { known: { ...known, tries: 0 }, new: { ...others, tries: 0 } };
};

/** Takes a text that the provider refused off the counts, so that the number can get another text at once. */
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
  // The challenge stays, because an earlier text with the same code may have arrived and can be answered.
  const sent_at = new Date(found.sent_at.getTime() - RESEND_AFTER_MS);
  await trx
    .updateTable('challenges')
    .set({ sent_at, lanes: JSON.stringify(lanes) })
    .where('phone', '=', phone)
    .execute();
}

/** Deletes a number's count of codes and tries for an operator; `false` if the number had none. */
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

/**
 * The refusal for a caller who can neither get nor try a code of this number today, with what they can do
 * instead.
 */
function lockedOut(now: number): Refusal {
  const message =
    'Too many wrong codes were tried for this number today. Sign in where you signed in before, such ' +
    "as your Wi-Fi at home, or through your network's link. Or try again tomorrow, or write to us.";
  return tooOften(seconds(dayOf(now).endsAt - now), message);
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

const CHALLENGE_ID = /^[\w-]{22}$/;

type TryOutcome = { phone: string } | { triesLeft: number };

type Answer = { id: string; code: string };

/**
 * Tries a code. The try counts for the number's lane and for the network that the call comes from; a right
 * code uses the challenge up. A call may be repeated with its key within a minute, and a wrong code then
 * counts once. A call whose challenge is not waiting counts for nobody, because junk must not lock a network
 * out. Throws Refusal 410 `challenge/expired`, 429 `challenge/too-many-tries`, `rate/limited`.
 */
export async function tryCode(
  services: Services,
  request: FastifyRequest,
  answer: Answer,
  call: IdempotentCall,
): Promise<TryOutcome> {
  if (!CHALLENGE_ID.test(answer.id)) throw codeExpired();
  const attempt = async () => {
    // A refusal that is thrown inside the transaction would undo the count of a wrong try.
    const outcome = await services.db
      .transaction()
      .execute((trx) => judge(trx, services, request, answer, call));
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  };
  if (!(await isWaiting(services, answer.id))) return attempt();
  return countTry(services, request, attempt, (tried) => 'phone' in tried);
}

async function isWaiting({ db, now }: Pick<Services, 'db' | 'now'>, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('challenges')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    found !== undefined && (isRunning(found, 'known', now()) || isRunning(found, 'new', now()))
  );
}

async function judge(
  trx: Trx,
  services: Services,
  request: FastifyRequest,
  { id, code }: Answer,
  { key, scope, requestHash }: IdempotentCall,
): Promise<TryOutcome | Refusal> {
  const { sign, now } = services;
  const at = now();
  const challenge = await lockChallenge(trx, id);
  if (!challenge) return codeExpired();
  const { phone, passed_at, expires_at, last_try, lanes } = challenge;
  const thisTry = key === null ? null : sign('call', `${scope} ${key} ${requestHash}`);
  const isRepeat = thisTry !== null && thisTry === last_try;
  if (passed_at !== null) {
    const isInTime = at - passed_at.getTime() < REPEAT_MS;
    return isRepeat && isInTime ? { phone } : codeExpired();
  }
  if (expires_at.getTime() <= at) return codeExpired();
  const lane = await laneOf(trx, services, request, phone);
  const counts = countsOf(lanes, lane, at);
  if (isRepeat) return afterWrong(counts.tries);
  if (counts.tries >= TRIES_PER_CODE) return tooMany();
  if (isSpent(counts, lane)) return lockedOut(at);
  const own = trx.updateTable('challenges').where('phone', '=', phone);
  if (isSameText(codeOf(sign, challenge), code)) {
    await own.set({ passed_at: new Date(at), last_try: thisTry }).execute();
    return { phone };
  }
  const { tries, wrong } = counts;
  const counted = { ...lanes, [lane]: { ...counts, tries: tries + 1, wrong: wrong + 1 } };
  await own.set({ last_try: thisTry, lanes: JSON.stringify(counted) }).execute();
  return afterWrong(tries + 1);
}

/** Reads a challenge, and locks its number so that no other call sends or tries a code of it. */
async function lockChallenge(trx: Trx, id: string): Promise<NumbersChallenge | undefined> {
  const challenge = trx.selectFrom('challenges').selectAll().where('id', '=', id);
  const found = await challenge.executeTakeFirst();
  if (!found) return undefined;
  await lockNumber(trx, found.phone);
  return challenge.executeTakeFirst();
}

/** The reply to a wrong code. */
export function wrongCode(triesLeft: number) {
  const left = triesLeft === 1 ? 'one try' : `${triesLeft} tries`;
  const message = `That code is not right. You have ${left} left.`;
  return { status: false, data: null, message, code: 'challenge/wrong-code' };
}

function afterWrong(tries: number): TryOutcome | Refusal {
  return tries < TRIES_PER_CODE ? { triesLeft: TRIES_PER_CODE - tries } : tooMany();
}

function codeExpired(): Refusal {
  const message = 'This code is no longer good. Ask for a new one.';
  return new Refusal(410, 'challenge/expired', message);
}

function tooMany(): Refusal {
  const message = 'That code was wrong too often. Ask for a new one.';
  return new Refusal(429, 'challenge/too-many-tries', message);
}

/**
 * The lane of a call for a number's codes: `known` for networks that the number has signed in from, `new` for
 * all others. Each lane has its own codes and tries, so that a stranger cannot use up the codes and tries
 * that the owner has on a known network (ADR-0033).
 */
export type Lane = keyof Lanes;

const TRIES_PER_CODE = 5;
/** A number's wrong tries a day from networks that it has not signed in from: the tries of two codes. */
const NEW_WRONG_PER_DAY = 10;
/** A number's wrong tries a day from known networks: as many as a household mistypes on its worst day. */
const KNOWN_WRONG_PER_DAY = 30;
const RESEND_AFTER_MS = MINUTE_MS;
const TEXTS_PER_DAY = 10;

const NOTHING: LaneCounts = { tries: 0, day: '', texts: 0, wrong: 0, textAt: 0 };
const NO_LANES: Lanes = { known: NOTHING, new: NOTHING };

/** A lane's counts today: counts of another day start again at 0. */
function countsOf(lanes: Lanes, lane: Lane, now: number): LaneCounts {
  const counts = lanes[lane];
  const day = lagosDate(now);
  return counts.day === day ? counts : { ...counts, day, texts: 0, wrong: 0 };
}

/** Whether a lane has used up its wrong tries of today. */
function isSpent({ wrong }: LaneCounts, lane: Lane): boolean {
  return wrong >= (lane === 'known' ? KNOWN_WRONG_PER_DAY : NEW_WRONG_PER_DAY);
}

/**
 * Milliseconds until a lane can have another text: a minute after the number's last text, and an hour after
 * the lane's last text once the lane had ten texts in a Lagos day.
 */
function untilText({ texts, textAt }: LaneCounts, sentAt: number, now: number): number {
  const minute = sentAt + RESEND_AFTER_MS;
  const hour = texts < TEXTS_PER_DAY ? 0 : Math.min(textAt + HOUR_MS, dayOf(now).endsAt);
  return Math.max(0, minute - now, hour - now);
}

type Counting = Pick<Services, 'db' | 'config' | 'now'>;

/** The log warns first when this share of a budget is spent. */
const WARN_AT = 0.8;

const KINDS = { known: 'text-known', new: 'text-new' } as const;

/** How many texts may be sent to the numbers of one lane, in an hour of the clock and in 24 such hours. */
const budgetsOf = ({ config }: Pick<Counting, 'config'>) =>
  ({ hour: config.allCodesPerHour, day: config.allCodesPerDay }) as const;

/**
 * Counts a text with a code against the budget of its lane, which all numbers share. Numbers on known
 * networks have their own budget, so that somebody who has strangers' phones texted uses up only the other
 * budget. Gives a function that takes an unsent text off the count of the hour in which it was counted.
 * Throws Refusal 429 `rate/limited` if the budget is used up.
 */
export async function spendText(
  given: Counting,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  lane: Lane,
): Promise<() => Promise<void>> {
  const at = given.now();
  const services = { ...given, now: () => at };
  const giveBack = async () => {
    await countAll(services, KINDS[lane], -1);
  };
  const texts = await textsSent(services, lane, await countAll(services, KINDS[lane], 1));
  for (const span of ['hour', 'day'] as const) {
    const budget = budgetsOf(services)[span];
    if (texts[span] === Math.ceil(budget * WARN_AT)) {
      log.warn({ span, lane, budget }, 'most of the budget of sign-in codes is used up');
    }
    if (texts[span] === budget) {
      log.error({ span, lane, budget }, 'the budget of sign-in codes is used up: no more are sent');
    }
    if (texts[span] <= budget) continue;
    await giveBack();
    throw usedUp(at);
  }
  return giveBack;
}

async function textsSent({ db, now }: Counting, lane: Lane, hour: number) {
  const before = await readAll(db, KINDS[lane], now(), [COUNTED_HOURS - 1, 1]);
  return { hour, day: before + hour };
}

function usedUp(now: number) {
  const seconds = Math.ceil((HOUR_MS - (now % HOUR_MS)) / 1000);
  const message =
    'Too many people ask for codes just now. ' +
    `Try again in ${Math.ceil(seconds / 60)} minutes, or open the game through your network's link.`;
  return tooOften(seconds, message);
}

/** The number of texts that are left in each budget, for Prometheus. */
export async function describeBudget(services: Counting): Promise<string[]> {
  const lines: string[] = [];
  for (const lane of ['known', 'new'] as const) {
    const hour = await readAll(services.db, KINDS[lane], services.now(), [0, 0]);
    const texts = await textsSent(services, lane, hour);
    for (const span of ['hour', 'day'] as const) {
      const left = Math.max(0, budgetsOf(services)[span] - texts[span]);
      lines.push(`fom_sign_in_texts_left{of="${span}",network="${lane}"} ${left}`);
    }
  }
  return [
    '# HELP fom_sign_in_texts_left Sign-in codes that may still be sent, by hour and day, and to numbers on a network that they have signed in from or on a new one.',
    '# TYPE fom_sign_in_texts_left gauge',
    ...lines,
  ];
}

/** For this time after a sign-in we take it that the player is the one who asks. */
const FRESH_MS = 15 * MINUTE_MS;

type Asking = { session: PlayerSession; answer: CodeAnswer; call: IdempotentCall };

/**
 * Asks for a fresh proof before an action that can't be undone. The sign-in policy says what counts: a
 * sign-in of the last 15 minutes, or a code (sign-in.md#fresh-proof). Gives the refusal to reply with, or
 * `null` once the caller has given the proof. Throws Refusal 403 `session/not-fresh`, and what sending and
 * trying a code throw.
 */
export async function askForFreshProof(
  services: Services,
  request: FastifyRequest,
  { session, answer, call }: Asking,
) {
  const { config, now } = services;
  if (config.signInPolicy === 'open') return null;
  if (signedInWithin(session, FRESH_MS, now())) return null;
  if (config.signInPolicy === 'otp') {
    return askForCode(services, request, { session, answer, call });
  }
  const message = "Open the game through your network's link first, so that we know it is you";
  throw new Refusal(403, 'session/not-fresh', message);
}

async function askForCode(
  services: Services,
  request: FastifyRequest,
  { session, answer, call }: Asking,
) {
  const { phone } = await services.db
    .selectFrom('players')
    .select('phone')
    .where('id', '=', session.playerId)
    .executeTakeFirstOrThrow();
  const { challenge: id, code } = answer;
  if (id === undefined || code === undefined) {
    const challenge = await startChallenge(services, request, phone);
    const message = 'Enter the code that we sent to your number';
    return { status: false, data: null, message, code: 'user/challenge', meta: { challenge } };
  }
  const digits = code.replaceAll(/[\s-]/g, '');
  const outcome = await tryCode(services, request, { id, code: digits }, call);
  if ('triesLeft' in outcome) return wrongCode(outcome.triesLeft);
  // The code must have been sent to this player's number.
  if (outcome.phone !== phone) throw codeExpired();
  return null;
}

const COUNTED = { code: 'asked', 'code-try': 'wrong', 'code-right': 'right' } as const;

/**
 * The codes of this hour that were asked for and tried, for Prometheus. Many wrong codes mean that somebody
 * is guessing.
 */
export async function describeSignIns(db: Db, now: number): Promise<string[]> {
  const counts = await countsOfHour(db, now);
  return [
    '# HELP fom_sign_in_codes Codes of this hour: asked for, tried wrong, tried right.',
    '# TYPE fom_sign_in_codes gauge',
    ...Object.entries(COUNTED).map(([kind, what]) => {
      const calls = counts.find((one) => one.kind === kind)?.calls ?? 0;
      return `fom_sign_in_codes{what="${what}"} ${calls}`;
    }),
    '# HELP fom_sign_in_wrong_codes_most Wrong codes of this hour from the address that has most.',
    '# TYPE fom_sign_in_wrong_codes_most gauge',
    `fom_sign_in_wrong_codes_most ${counts.find(({ kind }) => kind === 'code-try')?.most ?? 0}`,
  ];
}
