import { person, winner } from '../tests/support/honesty/people.ts';
import { cheatsPassed, honestToPerson } from '../tests/support/honesty/proofs.ts';
import { PLANS, RINGS, ringDays } from '../tests/support/honesty/rings.ts';
import { type Flagged, honestWeeks, scriptWeeks } from '../tests/support/honesty/simulate.ts';

const HONEST_WEEKS = 24_000;
const SCRIPT_WEEKS = 500;
const WINNER_WEEKS = 4000;
const PROOFS = 5000;
const WINNER_PROOFS = 1000;
const SEED = 20_261_116;

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
const ofWeeks = ({ weeks, flagged }: Flagged) => percent(flagged / weeks).padStart(9);

console.log('Player-weeks that are flagged');
for (const script of scriptWeeks(SCRIPT_WEEKS, SEED)) {
  console.log(`${ofWeeks(script)}  of ${script.weeks}: ${script.name}`);
}
const honest = honestWeeks(HONEST_WEEKS, SEED);
console.log(`${ofWeeks(honest)}  of ${honest.weeks}: honest players of all strengths`);
const winners = honestWeeks(WINNER_WEEKS, SEED, winner);
console.log(`${ofWeeks(winners)}  of ${winners.weeks}: honest players who win`);
for (const [kind, weeks] of [...Object.entries(honest.kinds), ...Object.entries(winners.kinds)]) {
  console.log(`           ${weeks} for ${kind}`);
}

console.log('\nProof rounds that go to a person');
console.log(`${percent(honestToPerson(PROOFS, SEED)).padStart(9)}  of ${PROOFS} honest players`);

const ofWinners = honestToPerson(WINNER_PROOFS, SEED, winner);
console.log(`${percent(ofWinners).padStart(9)}  of ${WINNER_PROOFS} honest players who win`);

console.log('\nCheats who pass, by their right answers in ranked play and their own skill');
const rows = Map.groupBy(cheatsPassed(PROOFS, SEED), ({ ranked }) => ranked);
const skills = [...(rows.values().next().value ?? [])].map(({ own }) => percent(own).padStart(9));
console.log(`          ${skills.join('')}`);
for (const [ranked, cheats] of rows) {
  const shares = cheats.map(({ passed }) => percent(passed).padStart(9)).join('');
  console.log(`${percent(ranked).padStart(9)} ${shares}`);
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
