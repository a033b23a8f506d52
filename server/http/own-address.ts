import type { App } from './validation.ts';

/** Where this process reaches itself: the sandbox is asked over HTTP as a real provider is. */
export function ownAddress(app: App): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return 'http://localhost';
  const { address: host, port, family } = address;
  const loopback = family === 'IPv6' ? '[::1]' : '127.0.0.1';
  const isWildcard = host === '0.0.0.0' || host === '::';
  const name = isWildcard ? loopback : family === 'IPv6' ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
