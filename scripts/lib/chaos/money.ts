import { sql } from 'kysely';
import type { Db } from '../../../server/database/tables.ts';
import { DEFAULT_PRICES, nairaToKobo } from '../../../src/rules/money.ts';
import { airtimeId, FAILING_ENDING, type Purchase } from './purchase.ts';

/** Money that a stand-in took, by the purchase's id. */
type Taken = { id: string; kobo: number };
/** A movement of the ledger that brought coins for money. */
type Credit = { id: string; playerId: number; coins: number; kobo: number };

/** What the stand-ins took and what the ledger gave for it. */
export type MoneyBooks = { taken: readonly Taken[]; credits: readonly Credit[] };

/** A purchase that was sent, by whom. */
export type SentPurchase = Pick<Purchase, 'id' | 'way' | 'coins' | 'kobo' | 'isDeclined'> & {
  playerId: number | null;
};

/** How money and coins differ; nothing does where all but `paid` are 0. */
export type MoneyDifferences = {
  paid: number;
  withoutCoins: number;
  withoutPayment: number;
  /** Charged twice, or credited twice. */
  twice: number;
  /** Other coins, other money or another player than was bought; or bought by nobody. */
  otherwise: number;
};

/** The plan that a number has at the sandbox's operator from the first look costs nothing. */
const FIRST = 'SBX-FIRST-';

/** Reads what a database holds of money; the stand-ins keep their books in it, too. */
export async function readMoney(db: Db): Promise<MoneyBooks> {
  const cards = await db
    .selectFrom('sandbox_card_transactions')
    .where('state', '=', 'success')
    .select(['reference as id', 'amount as kobo'])
    .execute();
  const collections = await db
    .selectFrom('sandbox_collections')
    .where('msisdn', 'not like', `%${FAILING_ENDING}`)
    .select(['reference as id', 'amount as kobo'])
    .execute();
  const plans = await db
    .selectFrom('sandbox_airtime_plans')
    .where('reference', 'not like', `${FIRST}%`)
    .select(['reference', 'phone', 'plan'])
    .execute();
  const prices = DEFAULT_PRICES.plans.airtime;
  const airtime = plans.map(({ phone, plan }) => {
    return { id: airtimeId(phone), kobo: nairaToKobo(prices[plan]) };
  });
  const charged = new Map(plans.map(({ reference, phone }) => [reference, airtimeId(phone)]));
  const movements = await db
    .selectFrom('ledger_movements as movement')
    .innerJoin('ledger_postings as posting', 'posting.movement_id', 'movement.id')
    .where('reason', 'in', ['subscription', 'coins-bought', 'ticket-bought'])
    .groupBy(['movement.id', 'movement.key'])
    .select([
      'movement.key',
      sql<number>`max(posting.player_id)`.as('playerId'),
      sumOf(sql`posting.account = 'wallet'`).as('coins'),
      sumOf(sql`posting.account like 'house:clearing:%'`).as('kobo'),
    ])
    .execute();
  const credits = movements
    .map(({ key, ...credit }) => ({ ...credit, reference: referenceIn(key) }))
    .filter(({ reference }) => !reference.startsWith(FIRST))
    .map(({ reference, ...credit }) => ({ ...credit, id: charged.get(reference) ?? reference }));
  return { taken: [...cards, ...collections, ...airtime], credits };
}

/** Compares each naira that was taken with the coins that were given, and both with what was sent. */
export function compareMoney(
  sent: readonly SentPurchase[],
  { taken, credits }: MoneyBooks,
): MoneyDifferences {
  const takenOf = Map.groupBy(taken, ({ id }) => id);
  const creditsOf = Map.groupBy(credits, ({ id }) => id);
  const sentOf = new Map(sent.map((purchase) => [purchase.id, purchase]));
  const ids = [...new Set([...takenOf.keys(), ...creditsOf.keys()])];
  const isOther = (id: string) => {
    const [purchase, [money], [credit]] = [
      sentOf.get(id),
      takenOf.get(id) ?? [],
      creditsOf.get(id) ?? [],
    ];
    if (!purchase || purchase.isDeclined) return true;
    if (!money || !credit) return false;
    // What mobile money adds is its service's to say.
    const isPrice =
      purchase.way === 'mobile-money' ? money.kobo >= purchase.kobo : money.kobo === purchase.kobo;
    return (
      !isPrice ||
      credit.kobo !== money.kobo ||
      credit.coins !== purchase.coins ||
      credit.playerId !== purchase.playerId
    );
  };
  return {
    paid: sent.filter(({ id }) => takenOf.has(id)).length,
    withoutCoins: ids.filter((id) => !creditsOf.has(id)).length,
    withoutPayment: ids.filter((id) => !takenOf.has(id)).length,
    twice: ids.filter((id) => isTwice(takenOf.get(id)) || isTwice(creditsOf.get(id))).length,
    otherwise: ids.filter(isOther).length,
  };
}

/** The coins that each player has bought; who bought nothing is not in it. */
export function coinsBought(sent: readonly SentPurchase[]): Map<number, number> {
  const coins = new Map<number, number>();
  for (const { playerId, isDeclined, coins: bought } of sent) {
    if (playerId === null) continue;
    coins.set(playerId, (coins.get(playerId) ?? 0) + (isDeclined ? 0 : bought));
  }
  return coins;
}

function isTwice(entries: readonly unknown[] = []): boolean {
  return entries.length > 1;
}

/** `payment:{reference}`, or `subscription:{player}:{reference}:{start}`. */
function referenceIn(key: string): string {
  const [kind, first = '', second = ''] = key.split(':');
  return kind === 'payment' ? first : second;
}

function sumOf(condition: ReturnType<typeof sql>) {
  return sql<number>`coalesce(sum(posting.amount) filter (where ${condition}), 0)::bigint`;
}
