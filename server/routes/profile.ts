import { postPlayerReport, putUser } from '../../src/contract/endpoints/profile.ts';
import { PHOTO_MAX_BYTES } from '../../src/contract/profile.ts';
import { cleanPicture } from '../accounts/clean-picture.ts';
import { countPictureTry } from '../accounts/pictures.ts';
import { reportPlayer } from '../accounts/player-reports.ts';
import { readUser } from '../accounts/players.ts';
import { checkProfile, keepProfile } from '../accounts/profile.ts';
import { sha256 } from '../crypto/hash.ts';
import { callOf, keptReply, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { lookAtPlayers } from '../prizes/look.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** What stands in a form around its picture. */
const FIELDS_MAX_BYTES = 64 * 1024;

/** What players say of themselves, and of each other (flows.md#profile-calls). */
export function profileRoutes(app: App, services: Services): void {
  const { db, now } = services;
  const limits = { bodyLimit: PHOTO_MAX_BYTES + FIELDS_MAX_BYTES };
  route(
    app,
    putUser,
    async (request) => {
      const { playerId } = request.session;
      const { image, ...texts } = request.body;
      const file = image ? Buffer.from(await image.arrayBuffer()) : null;
      const sent = { ...texts, image: file && sha256(file) };
      const call = callOf(request, `player ${playerId}`, sent);
      if ((await keptReply(db, call)) === null) {
        const profile = checkProfile(texts, now());
        if (file) await countPictureTry(db, playerId, now());
        const picture = file && (await cleanPicture(file));
        await once(services, call, async (trx) => {
          await keepProfile(trx, playerId, profile, picture, now());
          return {};
        });
        if (profile.once.dob !== undefined) {
          await lookAtPlayers(services, request.log, playerId);
        }
      }
      const data = await readUser(db, playerId, now());
      return { status: true, data, message: 'Profile updated' };
    },
    limits,
  );
  route(app, postPlayerReport, async ({ session, params, body }) => {
    const report = { reporterId: session.playerId, playerId: params.id, reason: body.reason };
    await db.transaction().execute((trx) => reportPlayer(trx, report, now()));
    return { status: true, data: null, message: 'Thank you. We will look at it.' };
  });
}
