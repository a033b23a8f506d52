import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import {
  Button,
  ButtonLink,
  cx,
  IconButton,
  LinkButton,
  Spinner,
} from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageLink } from '../../components/page.tsx';
import { type Step, Steps } from '../../components/steps.tsx';
import { env } from '../../config/env.ts';
import { drawPath, paths } from '../../config/paths.ts';
import type { Draw } from '../../contract/raffle.ts';
import { messageOf } from '../../lib/errors.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { dayAndTimeText, dayText } from '../../lib/time.ts';
import { ContestLines } from '../../offer/prizes-offer.tsx';
import { spelledText } from '../../rules/figure.ts';
import { formatNaira } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { readTicketCode } from '../../rules/ticket-code.ts';
import { usePlayer } from '../../session/session.ts';
import checkStepsStyles from './check-steps.module.css';
import {
  type Finding,
  type FoundDraw,
  findTicket,
  isInList,
  monthBeside,
  monthName,
  verifyFigure,
  verifyList,
  verifySeed,
  verifyWinner,
} from './draw.ts';
import styles from './draw-check.module.css';
import { RaffleStub } from './raffle-stub.tsx';

/** Shows a past draw: this phone's verdict on it, its winners, and the steps of the check. */
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

/** Lists winners and reserves. A reserve has no prize, and replaces a winner who is not paid. */
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

type Told =
  | { is: 'in'; code: string; index: number }
  | { is: 'out' }
  | { is: 'fault'; text: string };

/** Checks whether a ticket was in a sealed list, by the ticket's path to the list's root. */
export function TicketFinder({ draw }: { draw: Draw }) {
  const [typed, setTyped] = useState('');
  const [told, setTold] = useState<Told | null>(null);
  const [isBusy, setBusy] = useState(false);
  const fault = told?.is === 'fault' ? told.text : null;

  async function find(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setTold(await lookUp(draw, typed));
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void find(event)}>
      <TextField
        label="Was my ticket in?"
        aside={monthName(draw.month)}
        error={fault}
        value={typed}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setTyped(target.value);
          setTold(null);
        }}
        trailing={
          <IconButton
            icon="search"
            type="submit"
            aria-label="Find this ticket"
            aria-busy={isBusy || undefined}
            className={styles.find}
          />
        }
      />
      {/* It is always there, because a live region that appears together with its text is not read out. */}
      <div role="status">
        {told?.is === 'in' && (
          <p className={styles.in}>
            <Icon name="check" size={18} />
            <span>
              Yes. {told.code} is ticket {formatNumber(told.index + 1)} of{' '}
              {formatNumber(draw.tickets)}.
            </span>
          </p>
        )}
        {told?.is === 'out' && <NotIn month={draw.month} />}
      </div>
    </form>
  );
}

async function lookUp(draw: Draw, typed: string): Promise<Told> {
  const code = readTicketCode(typed);
  if (!code) {
    return { is: 'fault', text: 'This is no ticket code. Look at My tickets, and type all of it.' };
  }
  try {
    const ticket = await findTicket(draw.month, code);
    if (!ticket) return { is: 'out' };
    const { index } = ticket;
    const isProven = ticket.code === code && (await isInList(draw, ticket));
    if (isProven) return { is: 'in', code, index };
    return { is: 'fault', text: 'We say that it was in, but the seal does not. Contact Us.' };
  } catch (error) {
    return { is: 'fault', text: messageOf(error) };
  }
}

/**
 * Says that a ticket is not in a month's list, and links to the months before and after. A ticket belongs to
 * the first list that closes after it was earned.
 */
function NotIn({ month }: { month: string }) {
  const beside = [-1, 1].map((by) => monthBeside(month, by));
  return (
    <p className={styles.out}>
      <Icon name="info" size={18} />
      <span>
        This ticket is not in {monthName(month)}’s list. It may be in the list of{' '}
        {beside.map((other, index) => (
          <span key={other}>
            {index > 0 && ' or '}
            <PageLink to={drawPath(other)}>{monthName(other)}</PageLink>
          </span>
        ))}
        .
      </span>
    </p>
  );
}

/** Lists the four steps of the check. Each is ticked once it proves right; a wrong step shows both values. */
function CheckSteps({ draw, check }: { draw: Draw; check: Check }) {
  const [isWhole, setWhole] = useState(false);
  const { findings, isDone, tookMs } = check;
  const steps = stepsOf(draw, isWhole, tookMs).map(({ name, about }, index): Step => {
    const finding = findings[index];
    if (!finding) {
      const is = index === findings.length && !isDone ? 'now' : 'todo';
      return { is, name, about: <span className={checkStepsStyles.unknown}>{about}</span> };
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
    <section className={checkStepsStyles.card} aria-label="How it follows">
      <Steps steps={steps} />
      <LinkButton
        className={checkStepsStyles.all}
        aria-pressed={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
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
          <span className={checkStepsStyles.figure}>{figure.value}</span>
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

/** Gives the seconds, at least 0.1. */
function secondsText(ms: number): string {
  return formatNumber(Math.max(0.1, ms / 1000), 1);
}

type VerdictProps = {
  is: 'working' | 'right' | 'wrong' | 'waiting';
  title: string;
  children: ReactNode;
};

/** Shows the phone's verdict on a draw. */
export function Verdict({ is, title, children }: VerdictProps) {
  return (
    <div className={cx(styles.verdict, styles[is])} role="status">
      <span className={styles.mark}>
        {is === 'working' && <Spinner />}
        {is === 'right' && <Icon name="check" />}
        {is === 'wrong' && <Icon name="cross" />}
        {is === 'waiting' && <Icon name="lock" />}
      </span>
      <p>
        <b>{title}</b> <span>{children}</span>
      </p>
    </div>
  );
}

type HashProps = { value: string; isWhole: boolean };

/**
 * Shows a hash for comparison: only its ends or, on request, all of it. Screen readers always get all of it.
 */
export function Hash({ value, isWhole }: HashProps) {
  if (isWhole) return <span className={styles.hash}>{value}</span>;
  const short = `${value.slice(0, 4)} ${value.slice(4, 8)} … ${value.slice(-4)}`;
  return (
    <span className={styles.hash} aria-hidden="true">
      {short}
    </span>
  );
}

type Check = {
  /** The results of the finished steps, up to the first wrong step. */
  findings: readonly Finding[];
  isDone: boolean;
  /** How long the check has taken, in milliseconds. */
  tookMs: number;
};

const BEGUN: Check = { findings: [], isDone: false, tookMs: 0 };

/** The steps of the check, in their order (game.md#checked-draw). */
const CHECKS = [
  ({ draw, winner }: FoundDraw) => verifyList(draw, winner),
  ({ draw }: FoundDraw) => verifySeed(draw),
  ({ draw }: FoundDraw) => verifyFigure(draw),
  ({ draw, winner }: FoundDraw) => verifyWinner(draw, winner),
] as const;

/** Checks a draw on this phone, step by step. */
function useCheck(found: FoundDraw): Check {
  const [check, setCheck] = useState(BEGUN);
  useEffect(() => {
    let isGone = false;
    async function work(): Promise<void> {
      const startedAt = performance.now();
      const findings: Finding[] = [];
      for (const verify of CHECKS) {
        const finding = await verify(found);
        if (isGone) return;
        findings.push(finding);
        const isDone = !finding.isRight || findings.length === CHECKS.length;
        setCheck({ findings: [...findings], isDone, tookMs: performance.now() - startedAt });
        if (isDone) return;
        await nextFrame();
      }
    }
    void work();
    return () => {
      isGone = true;
    };
  }, [found]);
  return check;
}

/** Waits for the next frame, so that each step is seen before the next. */
function nextFrame(): Promise<void> {
  return new Promise((next) => requestAnimationFrame(() => next()));
}
