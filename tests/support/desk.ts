import { readConfig } from '../../server/config/config.ts';
import type { Db } from '../../server/database/tables.ts';
import { runCommand } from '../../server/desk/run.ts';
import { openProviders } from '../../server/providers/open-providers.ts';
import type { TestServer } from './server.ts';

type Settings = { env?: Record<string, string>; db?: Db };

/** Copies are made by processes, in tests of their own. */
const backUp = async () => {};

/** A command of the operator, as typed behind `npm run admin --`, with somebody's key or none. */
export function operate(
  { db, clock, operator, bank }: TestServer,
  args: string[],
  key: string | null = null,
  settings: Settings = {},
) {
  const config = readConfig({ LOG_LEVEL: 'silent', ...settings.env });
  const providers = openProviders(
    config,
    (url, init) => operator.fetch(url, init),
    () => 'http://localhost',
  );
  const desk = { db, config, ...providers, now: () => clock.at, readBank: () => bank, backUp };
  return runCommand({ ...desk, ...(settings.db && { db: settings.db }) }, { args, key });
}

/** Adds an operator, the first without anybody's key; gives their own. */
export async function addOperator(
  server: TestServer,
  name: string,
  by: string | null = null,
): Promise<string> {
  const { lines } = await operate(server, ['operators', 'add', name], by);
  return lines[1] ?? '';
}

/** What operators did to a payment, a prize or an operator, in its order. */
export const logOf = ({ db }: TestServer, reference: string) =>
  db
    .selectFrom('operator_log')
    .select(['operator', 'command', 'why', 'at'])
    .where('reference', '=', reference)
    .orderBy('id')
    .execute();
