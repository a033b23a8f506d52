import { contactReplySchema, contactSchema } from '../../src/contract/contact.ts';
import { findSession } from '../accounts/authorization.ts';
import { countCall } from '../address-limits.ts';
import type { Game } from '../game.ts';
import { callOf, keptReply, once } from '../idempotency.ts';
import type { App } from '../validation.ts';

const SENT = { status: true, data: null, message: 'Email sent successfully' };

/** Messages to whoever runs the game (accounts §7); a token says which player, if any, writes. */
export function contactRoutes(app: App, game: Game): void {
  app.post(
    '/contact',
    { schema: { body: contactSchema, response: { 200: contactReplySchema } } },
    async (request) => {
      const session = await findSession(game, request);
      // Not scoped by player: a message that waited may be sent again after a logout.
      const call = callOf(request, 'contact');
      if ((await keptReply(game.db, call)) !== null) return SENT;
      await countCall(game, request, 'contact');
      await once(game, call, async (trx) => {
        await trx
          .insertInto('contact_messages')
          .values({
            ...request.body,
            player_id: session?.playerId ?? null,
            created_at: new Date(game.now()),
          })
          .execute();
        return {};
      });
      return SENT;
    },
  );
}
