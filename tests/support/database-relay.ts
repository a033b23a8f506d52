import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to the tests' PostgreSQL that can be cut, or become silent. */
export type DatabaseRelay = {
  /** The database's address through the relay. */
  address: string;
  /** How many connections to the relay are open. */
  lines: () => number;
  /** Ends all connections and closes new ones at once. */
  cut: () => void;
  /** From now on nothing passes on the existing connections: both their ends stay open. */
  silence: () => void;
  /** The same, and new connections are silent too. */
  freeze: () => void;
  /** New connections work again. */
  mend: () => void;
  close: () => void;
};

export async function startDatabaseRelay(database: string): Promise<DatabaseRelay> {
  const to = new URL(database);
  const inbounds = new Set<Socket>();
  const outbounds = new Set<Socket>();
  let state: 'works' | 'frozen' | 'cut' = 'works';
  const relay = createServer((inbound) => {
    if (state === 'cut') return inbound.destroy();
    inbounds.add(inbound);
    inbound.on('error', () => {}).on('close', () => inbounds.delete(inbound));
    if (state === 'frozen') return inbound.resume();
    const outbound = connect(Number(to.port || 5432), to.hostname);
    outbounds.add(outbound);
    outbound.on('error', () => inbound.destroy()).on('close', () => inbound.destroy());
    inbound.on('close', () => outbound.destroy());
    inbound.pipe(outbound).pipe(inbound);
    return inbound;
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const through = new URL(database);
  through.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;

  function silence(): void {
    for (const line of [...inbounds, ...outbounds]) {
      line.unpipe();
      // Data is accepted, so that the other end notices nothing.
      line.resume();
    }
  }
  function cut(): void {
    state = 'cut';
    for (const line of inbounds) line.destroy();
  }
  return {
    address: through.href,
    lines: () => inbounds.size,
    cut,
    silence,
    freeze: () => {
      state = 'frozen';
      silence();
    },
    mend: () => {
      state = 'works';
    },
    close: () => {
      cut();
      relay.close();
    },
  };
}
