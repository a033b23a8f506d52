import type { Socket } from 'node:net';
import type { App } from './validation.ts';

/** How long calls in flight have once the app closes; as long as a provider may take. */
const CALLS_END_WITHIN_MS = 10_000;

/**
 * Ends connections when the app closes: Node waits for each, and one that is kept alive, silent,
 * half sent or not read would hold up the end for minutes.
 */
export function endConnectionsOnClose(app: App): void {
  const open = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    // Browsers open connections ahead of their first call.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), CALLS_END_WITHIN_MS).unref();
  });
  // A connection that is busy until now ends once its reply is out.
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}
