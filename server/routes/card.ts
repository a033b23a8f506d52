import { getCardKey, getPublicKey } from '../../src/contract/endpoints/misc.ts';
import { getCardVerify, postExpected } from '../../src/contract/endpoints/payments.ts';
import { quoteOf, RUSH_TICKET } from '../../src/rules/money.ts';
import { requireEmail } from '../accounts/email.ts';
import { refuseTicketSale } from '../accounts/rush-conditions.ts';
import { Refusal } from '../http/errors.ts';
import { callOf, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { limitPending } from '../payments/card.ts';
import { expectPayment } from '../payments/expected.ts';
import { findExpected, verifyPayment } from '../payments/verify.ts';
import { SANDBOX_CARD } from '../providers/open-providers.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';
import { userReply } from './user-reply.ts';

/** Paying by card, where it is offered (flows.md#card-payment). */
export function cardRoutes(app: App, services: Services): void {
  const { config, now } = services;
  if (!config.ways.includes('card')) return;
  const publicKey = config.cardPublicKey ?? SANDBOX_CARD.publicKey;
  route(app, getPublicKey, async () => ({ status: true, data: { publicKey } }));
  route(app, getCardKey, async () => ({ status: true, data: { key: publicKey } }));

  route(app, postExpected, async (request) => {
    const { product, reference, door, totalKobo } = request.body;
    const { playerId } = request.session;
    const quote = quoteOf(config.prices, 'card', product);
    if (quote === null) throw new Refusal(422, 'product/unknown', 'This is not on offer');
    const { coins, kobo, feeKobo } = quote;
    if (totalKobo !== undefined && totalKobo !== kobo + feeKobo) {
      throw new Refusal(409, 'payment/mismatch', 'The price has changed. Please look at it again.');
    }
    const data = await once(services, callOf(request, `player ${playerId}`), async (trx) => {
      if (product === RUSH_TICKET) await refuseTicketSale(trx, services, playerId);
      const player = await trx
        .selectFrom('players')
        .select(['phone', 'email'])
        .where('id', '=', playerId)
        .executeTakeFirstOrThrow();
      await limitPending(trx, playerId, now());
      requireEmail(player.email);
      const priced = { way: 'card' as const, product, coins, kobo, feeKobo };
      const expected = { reference, playerId, phone: player.phone, door, ...priced };
      await expectPayment(trx, expected, now());
      return { kobo, feeKobo, totalKobo: kobo + feeKobo, coins };
    });
    return { status: true, data };
  });

  // Safe to repeat without a key: a payment is credited once, however often it is asked about.
  route(app, getCardVerify, async ({ session, params: { reference } }) => {
    const { playerId } = session;
    const payment = await findExpected(services, { playerId, reference, ways: ['card'] });
    const notPaid = await verifyPayment(services, payment);
    if (notPaid) return notPaid;
    return userReply(services, session);
  });
}
