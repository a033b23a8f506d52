import type { FastifyBaseLogger } from 'fastify';
import { tooOften } from '../http/address-limits.ts';
import { COUNTED_HOURS, countAll, HOUR_MS, readAll } from '../http/hour-counts.ts';
import type { Services } from '../services.ts';
import type { Lane } from './code-lanes.ts';

type Counting = Pick<Services, 'db' | 'config' | 'now'>;

/** What is spent of a budget when it is first told of. */
const WARN_AT = 0.8;

const KINDS = { known: 'text-known', new: 'text-new' } as const;

/** What may be sent in an hour of the clock and in 24 of them, to numbers of one lane. */
const budgetsOf = ({ config }: Pick<Counting, 'config'>) =>
  ({ hour: config.allCodesPerHour, day: config.allCodesPerDay }) as const;

/**
 * Counts a text with a code among those of all numbers. Numbers where they have signed in before have a
 * budget of their own: whoever has strangers' phones texted uses up the others'. Gives what takes a text
 * that was not sent off the count again, in the hour in which it was counted. Throws Refusal 429
 * `rate/limited` where it is used up.
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

/** How many texts are left to whom, for Prometheus. */
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
