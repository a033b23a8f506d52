import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Tag } from '../../../components/chip.tsx';
import { cx } from '../../../components/cx.ts';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { Payout, ProofAsk } from '../../../contract/payouts.ts';
import { dayText } from '../../../lib/time.ts';
import { formatKobo } from '../../../rules/money.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { holdWords } from './hold-words.ts';
import { Path } from './path.tsx';
import { pathSteps } from './path-steps.ts';
import styles from './payout-card.module.css';
import { prizeText, sumText } from './payout-words.ts';
import { labelOf, standingOf } from './standing.ts';

type Props = {
  payout: Payout;
  proof: ProofAsk | null;
  now: number;
  /** The first that is held has the button to press now. */
  isFirst: boolean;
  /** What held it is mended since the page was opened. */
  isMended: boolean;
};

/** A prize, how far it has come, and what it waits for (flows.md#my-winnings). */
export function PayoutCard({ payout, proof, now, isFirst, isMended }: Props) {
  const { grossKobo, taxKobo, netKobo, kind } = payout;
  const standing = standingOf(payout);
  const { text, icon, tone } = labelOf(payout);
  return (
    <li
      className={cx(
        styles.card,
        standing === 'held' && styles.held,
        standing === 'over' && styles.over,
      )}
    >
      <div className={styles.top}>
        <b>{sumText(grossKobo, kind)}</b>
        <Tag icon={icon} tone={tone}>
          {text}
        </Tag>
      </div>
      <p className={styles.what}>{prizeText(payout, now)}</p>
      {taxKobo > 0 && (
        <p className={styles.what}>
          Tax {formatKobo(taxKobo)}. You get {sumText(netKobo, kind)}.
        </p>
      )}
      <Path steps={pathSteps(payout, now)} hasChanged={isMended} />
      {standing === 'held' && <Hold payout={payout} proof={proof} now={now} isFirst={isFirst} />}
      {isMended && standing !== 'paid' && (
        <Notice kind="ok" role="status" title="Thank you. It moves on now." />
      )}
      {standing === 'over' && <Ended payout={payout} now={now} />}
      {standing === 'paid' && (
        <Hint icon={kind === 'cash' ? 'bank' : 'phone'}>{whereText(payout)}</Hint>
      )}
    </li>
  );
}

function Hold({ payout, proof, now, isFirst }: Omit<Props, 'isMended'>) {
  const navigate = useNavigate();
  const { dob } = useSignedInPlayer();
  const { icon, title, text, way } = holdWords(payout, { proof, dob, now });
  return (
    <>
      <Notice kind="warn" icon={icon} title={title} role="status">
        {text}
      </Notice>
      {way && (
        <Button colour={isFirst ? 'primary' : 'line'} onClick={() => navigate(way.to)}>
          {way.name}
        </Button>
      )}
    </>
  );
}

/** A prize that is not paid says why, and since when. */
function Ended({ payout: { state, endedAt, reference }, now }: Pick<Props, 'payout' | 'now'>) {
  const on = endedAt ? `${dayText(Date.parse(endedAt), now)}. ` : '';
  return (
    <Hint icon="info">
      {state === 'lapsed' ? 'This prize has lapsed' : 'This prize is not paid'}
      {on && `, ${on}`}
      {!on && '. '}
      {state === 'refused' && 'Contact Us tells you why. '}Reference {reference}
    </Hint>
  );
}

function whereText({ bank, kind, reference }: Payout): string {
  const where = bank
    ? `${bank.name}, ending ${bank.ending}.`
    : kind === 'cash'
      ? ''
      : 'Sent to your number.';
  return `${where} Reference ${reference}`.trim();
}
