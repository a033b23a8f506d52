import { readConfig } from '../../../server/config/config.ts';
import { openVault } from '../../../server/crypto/vault.ts';
import { sendPrizes } from '../../../server/prizes/send.ts';
import { openProviders } from '../../../server/providers/open-providers.ts';
import type { ProviderFetch } from '../../../server/providers/provider-http.ts';
import type { TestServer } from '../../support/server.ts';

/** The sender of prizes, with the server's stand-ins or other connections to the providers. */
export async function sender(
  { db, clock, operator }: TestServer,
  { env = {}, fetch }: { env?: Record<string, string>; fetch?: ProviderFetch } = {},
) {
  const config = readConfig(env);
  const line: ProviderFetch = fetch ?? ((url, init) => operator.fetch(url, init));
  const providers = openProviders(config, line, () => 'http://localhost');
  const vault = await openVault(db, config.bankKeys);
  return { db, config, vault, now: () => clock.at, ...providers };
}

/** The work of each process every minute. */
export async function send(
  server: TestServer,
  using: Parameters<typeof sender>[1] = {},
): Promise<void> {
  await sendPrizes(await sender(server, using), server.app.log);
}
