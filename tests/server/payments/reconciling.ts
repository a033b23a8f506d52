import { readConfig } from '../../../server/config/config.ts';
import { reconcile } from '../../../server/payments/reconcile.ts';
import { httpAirtimeBilling } from '../../../server/providers/airtime-billing.ts';
import { providerHttp } from '../../../server/providers/provider-http.ts';
import type { TestServer } from '../../support/server.ts';
import { sandboxCard } from './card-calls.ts';
import { sandboxMobileMoney } from './collection-calls.ts';

const sandboxBilling = ({ operator }: TestServer) =>
  httpAirtimeBilling(
    providerHttp(
      () => 'http://localhost/sandbox/billing',
      (url, init) => operator.fetch(url, init),
    ),
  );

/** The work of a server's process each minute. */
export function reconcileOnce(server: TestServer, env: Record<string, string> = {}): Promise<void> {
  const { services, app } = server;
  const providers = {
    billing: sandboxBilling(server),
    card: sandboxCard(server),
    mobileMoney: sandboxMobileMoney(server),
  };
  return reconcile({ ...services, config: readConfig(env), ...providers }, app.log);
}

/** Lets this many minutes pass while a server runs. */
export async function passMinutes(server: TestServer, minutes: number): Promise<void> {
  for (let minute = 1; minute <= minutes; minute += 1) {
    server.clock.at += 60_000;
    await reconcileOnce(server);
  }
}
