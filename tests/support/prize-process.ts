import { writeSync } from 'node:fs';
import type { KyselyPlugin } from 'kysely';
import { openRanking } from '../../server/boards/ranking.ts';
import { readConfig } from '../../server/config/config.ts';
import { openVault } from '../../server/crypto/vault.ts';
import { connectPostgres } from '../../server/database/postgres.ts';
import { makeAndJudgePayouts } from '../../server/prizes/judge.ts';
import { sendPrizes } from '../../server/prizes/send.ts';
import { openProviders } from '../../server/providers/open-providers.ts';
import { sweep } from '../../server/upkeep/sweep.ts';

// A process that does one server task once, on the PostgreSQL of DATABASE_URL and with the
// stand-ins at PROVIDERS_URL. It reads the task and time from a line such as `pay 1790000000000`,
// and prints a line for each query, `text` for each SMS, and `done` at its end.

const say = (line: string) => void writeSync(1, `${line}\n`);

const tellsQueries: KyselyPlugin = {
  transformQuery: ({ node }) => {
    say('query');
    return node;
  },
  transformResult: async ({ result }) => result,
};

const { DATABASE_URL = '', PROVIDERS_URL = '' } = process.env;
const { db, close } = connectPostgres(DATABASE_URL, { connections: 2 });
// The connection exists before queries are counted.
await db.selectFrom('prize_tables').select('id').execute();
say('ready');
process.stdin.once('data', async (said) => {
  const [work, at] = String(said).trim().split(' ');
  const config = readConfig({ SIGN_IN_POLICY: 'otp' });
  const fails = (of: unknown) => say(`failed ${JSON.stringify(of)}`);
  const log = { error: fails, warn: fails };
  const providers = openProviders(config, fetch, () => PROVIDERS_URL);
  const vault = await openVault(db, config.bankKeys);
  const ranking = await openRanking(null, db, log);
  const services = {
    ...providers,
    db: db.withPlugin(tellsQueries),
    now: () => Number(at),
    config,
    vault,
    ranking,
    sendSms: async (to: string, text: string) => say(`text ${to} ${text}`),
  };
  if (work === 'pay') await makeAndJudgePayouts(services, log);
  if (work === 'send') await sendPrizes(services, log);
  if (work === 'sweep') await sweep(services, log);
  say('done');
  process.stdin.destroy();
  await ranking.close();
  await close();
});
