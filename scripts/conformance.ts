import { createInterface } from 'node:readline/promises';
import { ArgumentError, conformance, readArguments, USAGE } from './lib/conformance.ts';

// Says of each call whether an existing API fits the contract. Ends with 1 if a call does not fit.
try {
  const asked = readArguments(process.argv.slice(2));
  if (asked === null) console.log(USAGE);
  else {
    const { mayPlay, mayPay, isAgreed, url } = asked;
    if (mayPlay && !isAgreed) {
      await agree(
        `one round at ${url}: it takes one of the player's plays and a few coins`,
        '--play',
      );
    }
    if (mayPay && !isAgreed) {
      await agree(`a payment at ${url}: its owner is asked on the phone for ₦100`, '--pay');
    }
    if (!(await conformance(asked, console.log))) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof ArgumentError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

/** Asks the user whether something may be done, and ends the process if they say no. */
async function agree(what: string, flag: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new ArgumentError(`${flag} asks first, and there is no terminal: add --yes.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`This makes ${what}. Go on? (y/N) `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) process.exit(0);
}
