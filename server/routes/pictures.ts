import { findPicture } from '../accounts/pictures.ts';
import { Refusal } from '../http/errors.ts';
import type { App } from '../http/validation.ts';
import type { Services } from '../services.ts';

/** Beside the shipped images, whose names are never of this form. */
const ADDRESS = String.raw`/static/:name(^[0-9a-f]{32}\.jpg$)`;

const HEADERS = {
  // A name is never given to another picture.
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

/** Players' pictures by name (flows.md#pictures). */
export function pictureRoutes(app: App, { db }: Services): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: ADDRESS,
    handler: async ({ params }, reply) => {
      const picture = await findPicture(db, params.name);
      if (picture === null) throw new Refusal(404, 'route/unknown', 'There is nothing here');
      return reply.headers(HEADERS).type(picture.type).send(Buffer.from(picture.bytes));
    },
  });
}
