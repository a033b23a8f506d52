import { type ReactNode, useState } from 'react';
import { LinkButton } from '../../../components/button.tsx';
import { type Step, Steps } from '../../../components/steps.tsx';
import type { Draw } from '../../../contract/raffle.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { dayAndTimeText, dayText } from '../../../lib/time.ts';
import { spelledText } from '../../../rules/figure.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import styles from './check-steps.module.css';
import { Hash } from './hash.tsx';
import type { Check } from './use-check.ts';

/** The four steps, each ticked when the phone has worked it out; a wrong one shows both values. */
export function CheckSteps({ draw, check }: { draw: Draw; check: Check }) {
  const [isWhole, setWhole] = useState(false);
  const { findings, isDone, tookMs } = check;
  const steps = stepsOf(draw, isWhole, tookMs).map(({ name, about }, index): Step => {
    const finding = findings[index];
    if (!finding) {
      const is = index === findings.length && !isDone ? 'now' : 'todo';
      return { is, name, about: <span className={styles.unknown}>{about}</span> };
    }
    if (finding.isRight) return { is: 'done', name, about };
    return {
      is: 'bad',
      name,
      about: (
        <>
          Told: <Hash value={finding.expected} isWhole />
          Worked out: <Hash value={finding.found} isWhole />
        </>
      ),
    };
  });
  return (
    <section className={styles.card} aria-label="How it follows">
      <Steps steps={steps} />
      <LinkButton className={styles.all} aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
        Show all
      </LinkButton>
    </section>
  );
}

function stepsOf(
  draw: Draw,
  isWhole: boolean,
  tookMs: number,
): { name: string; about: ReactNode }[] {
  const { sealedAt, root, seed, seedHash, figure, winners } = draw;
  const now = serverTime();
  const ticket = formatNumber((winners[0]?.index ?? 0) + 1);
  const namedAt = figure.namedAt && dayText(Date.parse(figure.namedAt), now);
  return [
    {
      name: 'The list was closed first',
      about: (
        <>
          Sealed {sealedAt && dayAndTimeText(Date.parse(sealedAt), now)}
          <Hash value={root ?? ''} isWhole={isWhole} />
        </>
      ),
    },
    {
      name: 'The secret matches its seal',
      about: (
        <>
          The secret <Hash value={seed ?? ''} isWhole={isWhole} />
          gives its seal <Hash value={seedHash ?? ''} isWhole={isWhole} />
        </>
      ),
    },
    {
      name: 'A public number came from outside',
      about: (
        <>
          {figure.what}
          {namedAt && `, named on ${namedAt}`}
          <span className={styles.figure}>{figure.value}</span>
          Named as {figure.spelling && spelledText(figure.spelling)}. One spelling alone counts:
          written another way, the same number would draw another winner.
        </>
      ),
    },
    {
      name: `Both numbers give ticket ${ticket}`,
      about: `Worked out on your phone in ${secondsText(tookMs)}\u00a0s`,
    },
  ];
}

/** At least a tenth of a second. */
function secondsText(ms: number): string {
  return formatNumber(Math.max(0.1, ms / 1000), 1);
}
