import * as v from 'valibot';
import { newUserSchema, userReplySchema } from '../../src/contract/user.ts';
import {
  checkNewPlayer,
  createPlayer,
  findPlayer,
  readPhone,
  readUser,
} from '../accounts/players.ts';
import { openSession } from '../accounts/sessions.ts';
import type { Game } from '../game.ts';
import { callOf, keptReply, once } from '../idempotency.ts';
import { expireRoundsOf } from '../rounds/expire.ts';
import type { App } from '../validation.ts';

/** Looking a player up by phone, and creating one (accounts §7). */
export function userRoutes(app: App, game: Game): void {
  const { db, now } = game;
  const reply = { 200: userReplySchema };

  app.get(
    '/user/:phone',
    { schema: { params: v.object({ phone: v.string() }), response: reply } },
    async ({ params }) => {
      const playerId = await findPlayer(db, readPhone(params.phone));
      if (playerId === null) {
        const message = 'There is no account with this phone number yet';
        return { status: false, data: null, message, code: 'user/unknown' };
      }
      await expireRoundsOf(db, playerId, now());
      // Signing in by number alone is what the policy `open` means (decision 31).
      const token = await openSession(db, playerId, now());
      return { status: true, data: await readUser(db, playerId, now()), meta: { token } };
    },
  );

  for (const path of ['/user', '/user/']) {
    app.post(path, { schema: { body: newUserSchema, response: reply } }, async (request) => {
      const player = checkNewPlayer(request.body);
      const call = callOf(request, `number ${player.phone}`);
      // A repeat gets the player again but no session: nothing shows that the same one asks.
      const kept = await keptReply<{ playerId: number }>(db, call);
      if (kept !== null) return { status: true, data: await readUser(db, kept.playerId, now()) };
      let isNew = false;
      const { playerId } = await once(game, call, async (trx) => {
        isNew = true;
        return { playerId: await createPlayer(trx, player, now()) };
      });
      const data = await readUser(db, playerId, now());
      if (!isNew) return { status: true, data };
      return { status: true, data, meta: { token: await openSession(db, playerId, now()) } };
    });
  }
}
