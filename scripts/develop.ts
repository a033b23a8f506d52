import { createServer } from 'vite';
import { ROOT, run } from './lib/run.mjs';

const API_PORT = process.env.API_PORT ?? '4174';

const vite = await createServer({ root: ROOT });
await vite.listen();
vite.printUrls();

const server = await run(process.execPath, ['--watch', 'server/main.ts'], {
  env: { PORT: API_PORT },
});
await vite.close();
process.exit(server.wasStopped ? 0 : server.code);
