import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/config.ts';
import { TestServer } from './server.ts';

/** Another process on the same database and clock; its starter closes it. */
export async function secondServer({
  db,
  bank,
  ranking,
  clock,
  operator,
  unlisted,
}: TestServer): Promise<TestServer> {
  const app = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent' }),
    db,
    ranking,
    bank,
    folders: { app: '/nonexistent', images: [] },
    now: () => clock.at,
    providerFetch: fetch,
  });
  const close = () => app.close();
  return new TestServer({ app, db, bank, ranking, clock, operator, unlisted, close });
}
