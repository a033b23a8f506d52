import styles from './contest-lines.module.css';

type Props = {
  promoter?: string | null;
  permit?: string | null;
  /** The address of the official rules, and of whom to ask. */
  rules?: string | null;
  support?: string | null;
};

/** Who runs a contest, by which permit and rules; of what nobody said there is nothing. */
export function ContestLines({ promoter, permit, rules, support }: Props) {
  return (
    <>
      {(promoter || permit) && (
        <p className={styles.permit}>
          {promoter && <>Run by {promoter}. </>}
          {permit && <>Permit {permit}.</>}
        </p>
      )}
      {(rules || support) && (
        <p className={styles.permit}>
          {rules && (
            <a href={rules} target="_blank" rel="noopener">
              Official rules
            </a>
          )}
          {rules && support && ' · '}
          {support && <a href={support}>Ask about the contest</a>}
        </p>
      )}
    </>
  );
}
