import { writeSync } from 'node:fs';
import type { KyselyPlugin } from 'kysely';
import { readConfig } from '../../server/config/config.ts';
import { connectPostgres } from '../../server/database/postgres.ts';
import { payPrizes } from '../../server/prizes/pay-prizes.ts';

// A process that pays prizes once, on the PostgreSQL of DATABASE_URL: told by a line when it is, in epoch
// milliseconds, it says a line for each query, `text` for each SMS, and `done` at its end.

const say = (line: string) => void writeSync(1, `${line}\n`);

const tellsQueries: KyselyPlugin = {
  transformQuery: ({ node }) => {
    say('query');
    return node;
  },
  transformResult: async ({ result }) => result,
};

const { db, close } = connectPostgres(process.env.DATABASE_URL ?? '', { connections: 2 });
// The connection is there before it counts.
await db.selectFrom('prize_tables').select('id').execute();
say('ready');
process.stdin.once('data', async (said) => {
  const services = {
    db: db.withPlugin(tellsQueries),
    now: () => Number(said),
    config: readConfig({ SIGN_IN_POLICY: 'otp' }),
    sendSms: async (to: string, text: string) => say(`text ${to} ${text}`),
  };
  const fails = (of: unknown) => say(`failed ${JSON.stringify(of)}`);
  await payPrizes(services, { error: fails, warn: fails });
  say('done');
  process.stdin.destroy();
  await close();
});
