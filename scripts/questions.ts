import { argv } from 'node:process';

// What is in a server's database the server's side alone can say and change.
const [command, ...rest] = argv.slice(2);
const SERVERS = ['reserve', 'reports', 'uphold', 'dismiss', 'health', 'clear'];
const isServers = command !== undefined && SERVERS.includes(command);
if (isServers) {
  argv.splice(2, argv.length, 'questions', command, ...rest);
  await import('../server/desk/main.ts');
}
// What could not be made good is asked for again, and retired then.
const isUpheld = command === 'uphold' && !process.exitCode;
if (isUpheld) argv.splice(2, argv.length, 'retire', ...rest);
if (!isServers || isUpheld) await import('../question-bank/main.ts');
