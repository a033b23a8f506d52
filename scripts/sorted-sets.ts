import { connectStore } from '../server/database/store-connection.ts';

// Prints the address of the Valkey or Redis on the standard port, or ends with 1 if neither answers there.

const ADDRESS = 'redis://127.0.0.1:6379';
try {
  const client = await connectStore(ADDRESS);
  await client.ping();
  client.destroy();
  process.stdout.write(`${ADDRESS}\n`);
} catch {
  process.exit(1);
}
