import { argv } from 'node:process';

// These commands read or change a server's database, so the server's desk carries them out.
const [command, ...rest] = argv.slice(2);
const SERVERS = ['reserve', 'reports', 'uphold', 'dismiss', 'health', 'clear'];
const isServers = command !== undefined && SERVERS.includes(command);
if (isServers) {
  argv.splice(2, argv.length, 'questions', command, ...rest);
  await import('../server/desk/main.ts');
}
// The question is retired once its players are made good. If that fails, the operator repeats the command.
const isUpheld = command === 'uphold' && !process.exitCode;
if (isUpheld) argv.splice(2, argv.length, 'retire', ...rest);
if (!isServers || isUpheld) await import('../question-bank/main.ts');
