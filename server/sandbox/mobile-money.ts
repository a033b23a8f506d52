import * as v from 'valibot';
import { KOBO_PER_NAIRA, type Platform } from '../../src/rules/money.ts';
import { isSameText } from '../crypto/hash.ts';
import { type App, Refusal } from '../http/serve.ts';
import { mobileMoneyHeaders } from '../providers/open-providers.ts';
import type { Services } from '../services.ts';

const NAMES = { firstName: 'Ada', middleName: 'Ngozi', lastName: 'Okafor' };
const OPERATOR_PER_MILLE = 12.5;
const SERVICE_PER_MILLE = 7.5;
/** A payment is decided when its status is asked for the second time. */
const DECIDED_AT = 2;

const msisdn = v.pipe(v.string(), v.regex(/^0\d{10}$/));
const naira = v.pipe(v.number(), v.minValue(0));
const reference = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));
const NO = { status: false, data: null };

/** The mobile-money service's interface, played by this server (go-live.md#providers-and-the-sandbox). */
export function sandboxMobileMoney(
  app: App,
  { db, config, now }: Pick<Services, 'db' | 'config' | 'now'>,
): void {
  app.addHook('onRequest', async ({ headers }) => {
    for (const [name, value] of Object.entries(mobileMoneyHeaders(config))) {
      if (!isSameText(String(headers[name]), value)) throw unknownSender();
    }
  });

  const search = { schema: { querystring: v.object({ msisdn }) } };
  app.get('/collections/search', search, async ({ query }) => {
    const number = query.msisdn;
    if (endingOf(number) === '00') return NO;
    const platform: Platform = Number(number) % 2 === 0 ? 'SmartCash' : 'MoMo';
    return { status: true, data: { ...NAMES, ...accountOf(number), platform } };
  });

  const amount = v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number));
  const charges = { schema: { querystring: v.object({ msisdn, amount }) } };
  app.get('/charges', charges, async ({ query }) => {
    endingOf(query.msisdn);
    return { status: true, data: chargesOn(query.amount) };
  });

  const fields = { msisdn, reference, amount: naira, totalAmount: naira, accountId: v.string() };
  app.post('/collections/pay', { schema: { body: v.object(fields) } }, async ({ body }) => {
    if (endingOf(body.msisdn) === '94' || !isExact(body)) return NO;
    const total = Math.round(body.totalAmount * KOBO_PER_NAIRA);
    await db
      .insertInto('sandbox_collections')
      .values({
        reference: body.reference,
        msisdn: body.msisdn,
        amount: total,
        at: new Date(now()),
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .execute();
    return { status: true, data: { reference: body.reference } };
  });

  const one = { schema: { params: v.object({ reference }) } };
  app.get('/collections/:reference', one, async ({ params }) => {
    const asked = await db
      .updateTable('sandbox_collections')
      .set(({ eb }) => ({ asked: eb('asked', '+', 1) }))
      .where('reference', '=', params.reference)
      .returningAll()
      .executeTakeFirst();
    if (!asked) return NO;
    const status = asked.asked < DECIDED_AT ? 'pending' : outcomeOf(asked.msisdn);
    const total = asked.amount / KOBO_PER_NAIRA;
    return { status: true, data: { reference: asked.reference, status, amount: total } };
  });

  app.post('/collections/:reference/doi', one, async ({ params }) => {
    const collection = await db
      .selectFrom('sandbox_collections')
      .select('msisdn')
      .where('reference', '=', params.reference)
      .executeTakeFirst();
    const isSent = collection && endingOf(collection.msisdn) !== '97';
    return isSent ? { status: true, data: null } : NO;
  });
}

/** The last two digits of a number, which decide its outcome. For 96 the service is down. */
function endingOf(number: string): string {
  const ending = number.slice(-2);
  if (ending === '96') {
    throw new Refusal(502, 'sandbox/failed', 'The sandbox service fails for this number.');
  }
  return ending;
}

function outcomeOf(number: string): 'pending' | 'success' | 'failed' {
  switch (endingOf(number)) {
    case '95':
      return 'failed';
    // 97 stays undecided, so that a tester can send the DOI again and see the sending fail.
    case '97':
    case '98':
    case '99':
      return 'pending';
    default:
      return 'success';
  }
}

const accountOf = (number: string) => ({ msisdn: number, accountId: `SBX-${number}` });

/** The charges on an amount, in naira, as the service counts. */
function chargesOn(amount: number) {
  const share = (perMille: number) => Math.round((amount * perMille) / 10) / KOBO_PER_NAIRA;
  return { operatorCharge: share(OPERATOR_PER_MILLE), serviceCharge: share(SERVICE_PER_MILLE) };
}

type Charge = { msisdn: string; accountId: string; amount: number; totalAmount: number };

function isExact({ msisdn: number, accountId, amount, totalAmount }: Charge): boolean {
  const { operatorCharge, serviceCharge } = chargesOn(amount);
  const gap = Math.abs(amount + operatorCharge + serviceCharge - totalAmount);
  return accountId === accountOf(number).accountId && gap * KOBO_PER_NAIRA < 0.5;
}

function unknownSender(): Refusal {
  return new Refusal(401, 'sandbox/unknown-sender', 'The sandbox knows no client by this key.');
}
