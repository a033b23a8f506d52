import { getBuyTicket } from '../../src/contract/endpoints/tickets.ts';
import { RUSH_TICKET } from '../../src/rules/money.ts';
import type { App } from '../http/validation.ts';
import { findExpected, verifyPayment } from '../payments/verify.ts';
import { mismatch } from '../payments/wallets.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';
import { userReply } from './user-reply.ts';

const TICKET_WAYS = ['card', 'mobile-money'] as const;

/** Buying tickets of Millionaire Rush, where it can be paid for (game.md#rush-ticket). */
export function rushTicketRoutes(app: App, services: Services): void {
  const { config } = services;
  if (!TICKET_WAYS.some((way) => config.ways.includes(way))) return;

  // Safe to repeat, also without its key: a payment is credited once, however often it is asked about.
  route(app, getBuyTicket, async ({ session, params: { amount, reference } }) => {
    const { playerId } = session;
    const payment = await findExpected(services, { playerId, reference, ways: TICKET_WAYS });
    if (payment.product !== RUSH_TICKET) throw mismatch('This payment is not for a ticket');
    if (amount !== String(payment.totalKobo)) throw mismatch('This is not what the ticket costs');
    const notPaid = await verifyPayment(services, payment);
    if (notPaid) return notPaid;
    return userReply(services, session);
  });
}
