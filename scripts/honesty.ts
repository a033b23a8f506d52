import { cheatsFared } from '../tests/support/honesty/cheats.ts';
import { person, winner } from '../tests/support/honesty/people.ts';
import { honestProofs } from '../tests/support/honesty/proofs.ts';
import { PLANS, RINGS, ringDays } from '../tests/support/honesty/rings.ts';

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

const BESIDE = [0, 10, 20, 50, 100, 200];
const RING_DAYS = 200;
const inNaira = (naira: number) => naira.toFixed(0).padStart(8);

console.log(
  '\nWhat a ring of ten makes a day beside so many honest players, in naira: its prizes that go on',
);
console.log("by themselves less its tickets; by the tiers' fixed prizes alone");
for (const by of [person, winner]) {
  for (const ring of Object.keys(RINGS) as (keyof typeof RINGS)[]) {
    console.log(`${by === winner ? 'A player who wins' : 'Anybody'} with ${ring}`);
    console.log(`          ${BESIDE.map(inNaira).join('')}`);
    for (const plan of Object.keys(PLANS)) {
      const days = BESIDE.map((honest) => ringDays({ ring, plan, honest, by }, RING_DAYS, SEED));
      console.log(
        `          ${days.map(({ paid, cost }) => inNaira(paid - cost)).join('')}  ${plan}`,
      );
      console.log(
        `          ${days.map(({ fixed, cost }) => inNaira(fixed - cost)).join('')}  by fixed prizes`,
      );
    }
  }
}
