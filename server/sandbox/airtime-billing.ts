import * as v from 'valibot';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { PLAN_DAYS, PLANS, type Plan } from '../../src/rules/money.ts';
import { isStoredPhone } from '../../src/rules/phone.ts';
import type { Db } from '../database/tables.ts';
import { type App, Refusal } from '../http/serve.ts';
import type { Services } from '../services.ts';

const phone = v.pipe(v.string(), v.check(isStoredPhone, 'is no stored phone number'));
const plan = v.picklist(PLANS);

/** The operator's billing interface, played by this server (go-live.md#providers-and-the-sandbox). */
export function sandboxAirtimeBilling(app: App, services: Pick<Services, 'db' | 'now'>): void {
  const { db, now } = services;

  app.get(
    '/subscriptions/:phone',
    { schema: { params: v.object({ phone }), querystring: v.object({ plan }) } },
    async ({ params, query }) => {
      const fixed = fixedOutcome(params.phone);
      if (fixed !== null) return { status: fixed };
      // The plan that a number has at its first check has a fixed reference, so that it starts only once.
      if (query.plan === 'weekly') {
        await startPlan(db, `SBX-FIRST-${params.phone}`, params.phone, 'weekly', now());
      }
      return (await runningPlan(db, params.phone, query.plan, now())) ?? { status: 'none' };
    },
  );

  app.post(
    '/subscriptions',
    {
      schema: {
        body: v.object({ phone, plan, reference: v.pipe(v.string(), v.maxLength(100)) }),
      },
    },
    async ({ body }) => {
      const fixed = fixedOutcome(body.phone);
      if (fixed !== null) return { status: fixed };
      await startPlan(db, body.reference, body.phone, body.plan, now());
      const charged = await db
        .selectFrom('sandbox_airtime_plans')
        .selectAll()
        .where('reference', '=', body.reference)
        .executeTakeFirstOrThrow();
      return toReply(charged);
    },
  );

  sandboxTopUps(app, services);

  // Nothing renews here by itself, so a period that was paid simply runs to its end.
  app.delete(
    '/subscriptions/:phone',
    { schema: { params: v.object({ phone }) } },
    async (request) => {
      fixedOutcome(request.params.phone);
      return { status: 'cancelled' };
    },
  );
}

const topUp = v.object({
  phone,
  kind: v.picklist(['airtime', 'data']),
  naira: v.pipe(v.number(), v.minValue(1)),
  reference: v.pipe(v.string(), v.maxLength(100)),
});

/** Gives away airtime and data. A number's last digits decide the outcome, as for everything here. */
function sandboxTopUps(app: App, { db, now }: Pick<Services, 'db' | 'now'>): void {
  const outcomeFor = (number: string) => fixedOutcome(number) ?? 'sent';

  app.post('/top-ups', { schema: { body: topUp } }, async ({ body }) => {
    const status = outcomeFor(body.phone);
    await db
      .insertInto('sandbox_top_ups')
      .values({ reference: body.reference, phone: body.phone, at: new Date(now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { status };
  });

  app.get(
    '/top-ups/:reference',
    { schema: { params: v.pick(topUp, ['reference']) } },
    async ({ params }) => {
      const given = await db
        .selectFrom('sandbox_top_ups')
        .select('phone')
        .where('reference', '=', params.reference)
        .executeTakeFirst();
      return { status: given ? outcomeFor(given.phone) : 'none' };
    },
  );
}

/** The outcome that a number's last two digits decide. For 03 the operator's server fails. */
function fixedOutcome(number: string): 'refused' | 'pending' | null {
  switch (number.slice(-2)) {
    case '01':
      return 'refused';
    case '02':
      return 'pending';
    case '03':
      throw new Refusal(502, 'sandbox/failed', 'The sandbox operator fails for this number.');
    default:
      return null;
  }
}

async function startPlan(
  db: Db,
  reference: string,
  number: string,
  plan: Plan,
  at: number,
): Promise<void> {
  await db
    .insertInto('sandbox_airtime_plans')
    .values({
      reference,
      phone: number,
      plan,
      starts_at: new Date(at),
      ends_at: new Date(at + PLAN_DAYS[plan] * DAY_MS),
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute();
}

async function runningPlan(db: Db, number: string, plan: Plan, at: number) {
  const row = await db
    .selectFrom('sandbox_airtime_plans')
    .selectAll()
    .where('phone', '=', number)
    .where('plan', '=', plan)
    .where('ends_at', '>', new Date(at))
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toReply(row) : null;
}

function toReply(row: { reference: string; plan: Plan; starts_at: Date; ends_at: Date }) {
  return {
    status: 'active',
    reference: row.reference,
    plan: row.plan,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
  };
}
