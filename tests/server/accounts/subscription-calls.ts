import type { ProviderFetch } from '../../../server/providers/provider-http.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import type { TestServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';

type Numbered = { phone: string };

/** The operator's report on a plan: of a week, or with `ondemand/` of a day. */
export const verify = ({ phone }: Numbered, kind: '' | 'ondemand/' = '') =>
  `/payments/subscription/${kind}airtime/verify/${phone}`;

export const subscribe = ({ phone }: Numbered, plan = 'weekly') =>
  `/payments/subscribe/airtime/${phone}?plan=${plan}`;

/** A player whose first week has just ended. */
export async function lapsed(server: TestServer): Promise<TestPlayer> {
  const player = await server.subscriber();
  server.clock.at += 7 * DAY_MS;
  return player;
}

/** The operator's charges of a number, including the plan of the first look-up. */
export const plansOf = (server: TestServer, { phone }: Numbered) =>
  server.db
    .selectFrom('sandbox_airtime_plans')
    .selectAll()
    .where('phone', '=', stored(phone))
    .execute();

/** The charge of a number without a known outcome. */
export const attemptsOf = (server: TestServer, { phone }: Numbered) =>
  server.db
    .selectFrom('charge_attempts')
    .select(['plan', 'reference'])
    .where('phone', '=', stored(phone))
    .execute();

/** A plan that the operator started without a request of the game. */
export async function renewPlan(
  server: TestServer,
  { phone }: Numbered,
  plan: 'daily' | 'weekly' = 'weekly',
): Promise<void> {
  const startsAt = server.clock.at;
  await server.db
    .insertInto('sandbox_airtime_plans')
    .values({
      reference: `RENEWED-${phone}`,
      phone: stored(phone),
      plan,
      starts_at: new Date(startsAt),
      ends_at: new Date(startsAt + DAY_MS),
    })
    .execute();
}

type Charge = (send: () => ReturnType<ProviderFetch>) => ReturnType<ProviderFetch>;

/** Replaces the operator's answers to charges and look-ups. */
type Answers = {
  charge?: Charge;
  look?: (url: string) => Response | null;
};

/** Records the reference of each charge requested of the operator, until stopped. */
export function watchOperator(
  { operator }: TestServer,
  { charge = (send) => send(), look = () => null }: Answers = {},
) {
  const { fetch } = operator;
  const charges: string[] = [];
  operator.fetch = async (url, init) => {
    if (init.method !== 'POST') return look(url) ?? fetch(url, init);
    charges.push(JSON.parse(init.body ?? '').reference);
    return charge(() => fetch(url, init));
  };
  const stop = () => {
    operator.fetch = fetch;
  };
  return { charges, stop };
}

/** The operator charges, but its answer does not arrive. */
export const lostAnswer: Charge = async (send) => {
  await send();
  throw new Error('the line went dead');
};

export const answering = (status: 'pending' | 'refused'): Charge => {
  return async () => Response.json({ status });
};

/** An operator that takes time to know a plan. */
export const knowsNoPlan = () => Response.json({ status: 'none' });

/** An operator that gives no week to a new number at first, unlike real ones. */
export const knowsNoWeek = (url: string) => (url.includes('plan=weekly') ? knowsNoPlan() : null);
