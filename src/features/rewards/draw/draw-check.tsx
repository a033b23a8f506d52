import { useState } from 'react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { env } from '../../../config/env.ts';
import { paths } from '../../../config/paths.ts';
import type { Draw } from '../../../contract/raffle.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { dayAndTimeText } from '../../../lib/time.ts';
import { ContestLines } from '../../../offer/contest-lines.tsx';
import { formatNaira } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { usePlayer } from '../../../session/use-player.ts';
import type { FoundDraw } from '../api/draw.ts';
import { RaffleStub } from '../raffle-stub.tsx';
import { CheckSteps } from './check-steps.tsx';
import styles from './draw-check.module.css';
import { TicketFinder } from './ticket-finder.tsx';
import { CHECKS, type Check, useCheck } from './use-check.ts';
import { Verdict } from './verdict.tsx';

/** A draw that has been: what this phone makes of it, whose it is, and how it follows. */
export function DrawCheck({ found, onAgain }: { found: FoundDraw; onAgain: () => void }) {
  const { draw } = found;
  const check = useCheck(found);
  return (
    <>
      <VerdictOf check={check} />
      <TicketFinder draw={draw} />
      <Winners draw={draw} />
      <section>
        <div className={styles.heading}>
          <h2>How it follows</h2>
          <span>{countText(check)}</span>
        </div>
        <CheckSteps draw={draw} check={check} />
      </section>
      <div className={styles.ways}>
        <ButtonLink
          colour="line"
          icon="download"
          href={`${env.apiUrl}/raffle/draws/${draw.month}/list`}
          download
        >
          Ticket list
        </ButtonLink>
        <Button colour="line" icon="refresh" onClick={onAgain}>
          Check again
        </Button>
      </div>
      <ContestLines promoter={draw.promoter} permit={draw.permit} />
    </>
  );
}

function VerdictOf({ check: { findings, isDone } }: { check: Check }) {
  const [now] = useState(serverTime);
  const player = usePlayer();
  if (!isDone) {
    return (
      <Verdict is="working" title="Checking">
        Your phone works it out
      </Verdict>
    );
  }
  if (findings.every(({ isRight }) => isRight)) {
    return (
      <Verdict is="right" title="This draw is right">
        On this phone, {dayAndTimeText(now, now)}
      </Verdict>
    );
  }
  return (
    <Verdict is="wrong" title="This draw does not add up">
      <PageLink to={player ? paths.contact : paths.faqs} className={styles.contact ?? ''}>
        Contact Us
      </PageLink>
    </Verdict>
  );
}

function countText({ findings }: Check): string {
  const right = findings.filter(({ isRight }) => isRight).length;
  return `${CHECKS.length} checks, ${right} right`;
}

/** Winners have a prize, reserves none: they are for winners who are not paid. */
function Winners({ draw: { winners } }: { draw: Draw }) {
  const paid = winners.filter(({ naira }) => naira > 0);
  const reserves = winners.filter(({ naira }) => naira === 0);
  return (
    <section>
      <div className={styles.heading}>
        <h2>{paid.length === 1 ? 'Winner' : 'Winners'}</h2>
        {paid.length === 1 && paid[0] && <span>Ticket {formatNumber(paid[0].index + 1)}</span>}
      </div>
      <ul className={styles.list}>
        {paid.map(({ code, naira }) => (
          <li key={code}>
            <RaffleStub code={code} isWinner>
              {formatNaira(naira)}
            </RaffleStub>
          </li>
        ))}
      </ul>
      {reserves.length > 0 && (
        <p className={styles.reserves}>
          Reserves, in this order:{' '}
          {reserves.map(({ code }, index) => (
            <span key={code}>
              {index > 0 && ', '}
              <span className={styles.code}>{code}</span>
            </span>
          ))}
        </p>
      )}
    </section>
  );
}
