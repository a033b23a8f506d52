import { Tag } from '../../../components/chip.tsx';
import type { Consent } from '../../../contract/payments.ts';
import { formatKobo } from '../../../rules/money.ts';
import styles from './consent-card.module.css';
import { boughtBy, factsOf, STATES } from './consent-words.ts';

type Props = { consent: Consent; now: number };

/** A price that the player agreed to, when, where and how, and what became of it. */
export function ConsentCard({ consent, now }: Props) {
  const { name, ...look } = STATES[consent.state];
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <div>
          <h3 className={styles.sum}>{formatKobo(consent.kobo + consent.feeKobo)}</h3>
          <p className={styles.what}>{boughtBy(consent)}</p>
        </div>
        <Tag {...look}>{name}</Tag>
      </div>
      <dl className={styles.facts}>
        {factsOf(consent, now).map((fact) => (
          <div key={fact.name} className={styles.fact}>
            <dt>{fact.name}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
