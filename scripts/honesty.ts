import { cheatsFared } from '../tests/support/honesty/cheats.ts';
import { honestProofs } from '../tests/support/honesty/proofs.ts';

const WINNERS = 5000;
const ACCOUNTS = 300;
const SEED = 20_261_116;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

console.log('Proof rounds of honest players that go to a person');
for (const { name, asked, toPerson } of honestProofs(WINNERS, SEED)) {
  console.log(`${percent(toPerson / asked).padStart(8)}  ${name}`);
}

console.log(
  '\nScripts, up to six prizes an account: caught, asked at a prize, paid for each ₦ spent',
);
for (const { name, caught, asked, paidPerNaira } of cheatsFared(ACCOUNTS, SEED)) {
  const figures = [percent(caught), percent(asked), `₦${paidPerNaira.toFixed(2)}`];
  console.log(`${figures.map((figure) => figure.padStart(8)).join('')}  ${name}`);
}
