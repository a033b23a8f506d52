import { expectPayment, settlePayment } from '../../server/payments/purchase.ts';
import { DEFAULT_PRICES, type Product, quoteOf, type Way } from '../../src/rules/money.ts';
import { stored } from './sign-in.ts';
import type { TestPlayer } from './test-player.ts';

type Bought = {
  way?: Exclude<Way, 'airtime'>;
  product?: Product;
  reference?: string;
  payer?: string;
};

let made = 0;

/** A payment begun by a player: its provider's reference. */
export async function begin(
  { server, id, phone }: TestPlayer,
  { way = 'card', product = 'coins-500', reference = aReference(), payer = '' }: Bought = {},
): Promise<string> {
  const quote = quoteOf(DEFAULT_PRICES, way, product);
  if (!quote) throw new Error(`no ${product} by ${way}`);
  const { coins, kobo, feeKobo } = quote;
  const expected = {
    reference,
    playerId: id,
    phone: stored(phone),
    way,
    product,
    coins,
    kobo,
    feeKobo,
  };
  await server.db
    .transaction()
    .execute((trx) =>
      expectPayment(
        trx,
        { ...expected, door: 'billing', ...(payer && { payer }) },
        server.clock.at,
      ),
    );
  return reference;
}

/** The provider takes the money of a payment: it is credited. */
export async function pay({ server: { db, clock } }: TestPlayer, reference: string): Promise<void> {
  const { kobo, fee_kobo, currency } = await db
    .selectFrom('payments')
    .select(['kobo', 'fee_kobo', 'currency'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  const taken = { reference, kobo: kobo + fee_kobo, currency };
  await db.transaction().execute((trx) => settlePayment(trx, taken, clock.at));
}

/** A payment that is begun and credited. */
export async function buy(player: TestPlayer, bought: Bought = {}): Promise<string> {
  const reference = await begin(player, bought);
  await pay(player, reference);
  return reference;
}

function aReference(): string {
  made += 1;
  return `FOM-${String(made).padStart(18, '0')}`;
}
