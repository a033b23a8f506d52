import { postContact } from '../../src/contract/endpoints/contact.ts';
import { findSession } from '../accounts/authorization.ts';
import { countCall } from '../http/address-limits.ts';
import { callOf, keptReply, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

const SENT = { status: true, data: null, message: 'Email sent successfully' };

/** Messages to the operator; a token says which player, if any, writes (flows.md#contact-us). */
export function contactRoutes(app: App, services: Services): void {
  route(app, postContact, async (request) => {
    const session = await findSession(services, request);
    // Not scoped by player: a message that waited may be sent again after a logout.
    const call = callOf(request, 'contact');
    if ((await keptReply(services.db, call)) !== null) return SENT;
    await countCall(services, request, 'contact');
    await once(services, call, async (trx) => {
      await trx
        .insertInto('contact_messages')
        .values({
          ...request.body,
          player_id: session?.playerId ?? null,
          created_at: new Date(services.now()),
        })
        .execute();
      return {};
    });
    return SENT;
  });
}
