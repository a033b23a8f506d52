import { readConfig } from '../../server/config/config.ts';
import type { Db } from '../../server/database/tables.ts';
import { newOperatorKey } from '../../server/desk/operators.ts';
import { runCommand } from '../../server/desk/run.ts';
import { openProviders } from '../../server/providers/open-providers.ts';
import type { TestServer } from './server.ts';

type Settings = { env?: Record<string, string>; db?: Db };

/** Copies are made by processes, in tests of their own. */
const backUp = async () => {};

/** A command of the operator, as typed after `npm run admin --`, with an operator's key or none. */
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

/** The keys that operators of a server were added with. */
const keysOf = new WeakMap<Db, string[]>();

/**
 * Adds an operator with the needed approvals: the first with none, further ones with one or two;
 * gives their key.
 */
export async function addOperator(
  server: TestServer,
  name: string,
  by: string | null = null,
): Promise<string> {
  const keys = keysOf.get(server.db) ?? [];
  const { key, seal } = newOperatorKey();
  const add = (one: string | null) => operate(server, ['operators', 'add', name, seal], one);
  const { lines } = await add(by);
  const others = keys.filter((one) => one !== by);
  for (const other of lines[0] === `${name} is added` ? [] : others) await add(other);
  keysOf.set(server.db, [...keys, key]);
  return key;
}

/** The operators' changes to a payment, a prize or an operator, in order. */
export const logOf = ({ db }: TestServer, reference: string) =>
  db
    .selectFrom('operator_log')
    .select(['operator', 'command', 'why', 'at'])
    .where('reference', '=', reference)
    .orderBy('id')
    .execute();
