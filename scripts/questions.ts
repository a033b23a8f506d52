import { argv } from 'node:process';

// What is in a server's database the server's side alone can say.
const [command, ...rest] = argv.slice(2);
if (command !== undefined && ['reserve', 'health', 'clear'].includes(command)) {
  argv.splice(2, argv.length, 'questions', command, ...rest);
  await import('../server/desk/main.ts');
} else {
  await import('../question-bank/main.ts');
}
