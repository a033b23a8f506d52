import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, cx } from '../../components/button.tsx';
import { ChoiceDialog } from '../../components/choice-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageLink } from '../../components/page.tsx';
import { toastInfo, toastWarning } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import { ageAskedKey } from '../../config/storage-keys.ts';
import type { User } from '../../contract/user.ts';
import { pageClock } from '../../lib/clock.ts';
import { keptText } from '../../lib/kept.ts';
import { lookUntil, mayComeUp } from '../../lib/popup-order.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { momentText } from '../../lib/time.ts';
import type { ResultEntry } from '../../outbox/entries.ts';
import { dismissRefused } from '../../outbox/schedule.ts';
import { endStoredRound } from '../../round/end-stored.ts';
import { isOpenRound, type SavedRound } from '../../round/store.ts';
import { LEVEL_NAMES } from '../../rules/levels.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { isStandInEmail } from '../../rules/players.ts';
import { scoreTranscript } from '../../rules/round.ts';
import { RUSH_QUESTIONS } from '../../rules/tournament.ts';
import { useBrand, useSignedInPlayer } from '../../session/session.ts';
import styles from './cards.module.css';

type RoundCardsProps = {
  rounds: readonly SavedRound[];
  onPlay: (round: SavedRound) => void;
  onEnded: () => void;
};

/** A note on rounds whose first question has been shown. From then on, a question's clock always runs. */
const RUNS_ON = ' Its clock runs on: if it runs out, only this question is lost.';

/** Shows the rounds that can be played now, also offline: first the open ones, then a saved one. */
export function RoundCards({ rounds, onPlay, onEnded }: RoundCardsProps) {
  const [ending, setEnding] = useState<SavedRound | null>(null);
  const cards = rounds.map((round, index) => {
    const isOpen = isOpenRound(round);
    const { category, level, state, questions, playableUntil, isForLater } = round;
    const name = `${category.name}, ${LEVEL_NAMES[level]}`;
    return (
      <section
        key={round.key}
        className={cx(styles.card, index === 0 && styles.first)}
        aria-label={isForLater ? 'Your saved game' : 'Your open game'}
      >
        <p>
          <b>
            {isOpen ? `Your ${isForLater ? 'saved ' : ''}game is still open` : `Saved: ${name}`}
          </b>
          <span>
            {isOpen
              ? `${name}. Question ${(state?.rows.length ?? 0) + 1} of ${questions.length}.${state ? RUNS_ON : ''}`
              : `Ready to play with no network, until ${momentText(playableUntil, serverTime())}.`}
          </span>
        </p>
        <div className={styles.ways}>
          <Button
            colour={index === 0 ? 'primary' : 'line'}
            icon="play"
            onClick={() => onPlay(round)}
          >
            {isOpen ? 'Go on' : 'Play'}
          </Button>
          <Button colour="danger" fit onClick={() => setEnding(round)}>
            End it
          </Button>
        </div>
      </section>
    );
  });
  return (
    <>
      {cards}
      {ending && <EndDialog round={ending} onClose={() => setEnding(null)} onEnded={onEnded} />}
    </>
  );
}

/** Leads to Millionaire Rush. Only players whose network can win its cash see the card. */
export function RushCard() {
  const { prizes } = useBrand();
  const tickets = useSignedInPlayer().rushTickets ?? 0;
  if (!prizes.includes('daily-cash')) return null;
  return (
    <PageLink to={paths.rush} className={styles.rushCard ?? ''}>
      <svg
        viewBox="0 0 132 80"
        preserveAspectRatio="xMaxYMax meet"
        className={styles.steps}
        aria-hidden="true"
      >
        <path
          className={styles.edge}
          opacity=".5"
          d="M0 80V70h22V58h22V46h22V34h22V22h22V10h22v70z"
        />
        <circle className={styles.ball} cx="70" cy="30" r="15.5" />
        <path
          className={styles.patches}
          d="M71.1 23.6L76.4 29.1L72.9 35.9L65.3 34.5L64.3 26.9ZM66.6 15.1L71.9 19L78.3 17.2A15.5 15.5 0 0 0 66.6 15.1ZM83.1 22.1L81.1 28.4L84.7 34A15.5 15.5 0 0 0 83.1 22.1ZM81.5 40L74.9 40L70.8 45.2A15.5 15.5 0 0 0 81.5 40ZM64 44.1L62 37.8L55.7 35.5A15.5 15.5 0 0 0 64 44.1ZM54.8 28.7L60.1 24.8L60.4 18.1A15.5 15.5 0 0 0 54.8 28.7Z"
        />
        <path
          className={styles.seams}
          strokeWidth="1.7"
          d="M71.1 23.6L72 18.4M76.4 29.1L81.7 28.4M72.9 35.9L75.2 40.6M65.3 34.5L61.5 38.2M64.3 26.9L59.6 24.5"
        />
      </svg>
      <span className={styles.words}>
        <b>Millionaire Rush</b> <span>{aboutRush(tickets)}</span>
      </span>
    </PageLink>
  );
}

function aboutRush(tickets: number): string {
  if (tickets === 0) return `${RUSH_QUESTIONS} questions. Daily cash.`;
  return tickets === 1 ? '1 ticket is waiting' : `${tickets} tickets are waiting`;
}

type WaitingResultsProps = {
  results: readonly ResultEntry[];
  /** `undefined` until the server has answered. */
  playsLeft: number | undefined;
};

/** Shows how many plays are left today or, while results wait to be sent, how many results wait. */
export function PlaysLeft({ results, playsLeft }: WaitingResultsProps) {
  const waiting = results.filter(({ refusal }) => !refusal).length;
  return (
    <p className={styles.plays} role="status">
      {waiting > 0 ? (
        <span className={styles.waiting}>
          <Icon name="cloud-up" size={18} />
          {waiting === 1 ? '1 result waiting' : `${waiting} results waiting`}
        </span>
      ) : (
        <>
          <b>{playsLeft === undefined ? '–' : formatNumber(playsLeft)}</b>{' '}
          {playsLeft === 1 ? 'play left' : 'plays left'}
        </>
      )}
    </p>
  );
}

/** Lists the results that the server refused, until the player has seen them. */
export function RefusedResults({ results }: Pick<WaitingResultsProps, 'results'>) {
  return results.map(
    ({ key, refusal }) =>
      refusal && (
        <div key={key} className={styles.refused}>
          <Notice
            kind="bad"
            title="A result was not counted"
            action={
              <Button size="sm" colour="line" onClick={() => void dismissRefused(key)}>
                OK
              </Button>
            }
          >
            {refusal.message}
          </Notice>
        </div>
      ),
  );
}

/**
 * Asks whether the player is 18, once on this phone, if a link made their account. They answer by giving
 * their date of birth on the profile (sign-in.md#age-of-players-from-a-link).
 */
export function AgeSheet({ player }: { player: User }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const isDue = isFromLink(player) && !player.dob;

  useEffect(() => {
    if (!isDue || ageAsked(player.id).get() !== null) return;
    return lookUntil(() => {
      // The question would disturb an open menu or the choice of a level.
      if (!mayComeUp()) return false;
      ageAsked(player.id).set('yes');
      setOpen(true);
      return true;
    });
  }, [isDue, player.id]);

  if (!isOpen) return null;
  return (
    <Dialog variant="sheet" title="Are you 18 or older?" onClose={() => setOpen(false)}>
      <p className={styles.lead}>
        Tickets and cash are for adults. Tell us your date of birth one time. Without it you play
        for points, and tickets and cash wait.
      </p>
      <div className={styles.ageWays}>
        <Button onClick={() => navigate(paths.profile)}>Enter my date of birth</Button>
        <Button colour="line" onClick={() => setOpen(false)}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}

/** Whether a link made the account: its email is then a stand-in. The sign-up form asks for age and email. */
function isFromLink({ email }: User): boolean {
  return email !== null && isStandInEmail(email);
}

/** Whether this phone has asked the player's age. A phone that stores nothing asks again in each visit. */
const ageAsked = (playerId: string) => keptText('localStorage', ageAskedKey(playerId));

type EndDialogProps = { round: SavedRound; onClose: () => void; onEnded: () => void };

/** Asks before a game is ended from the dashboard, and says where its coins go (game.md#leaving-a-round). */
function EndDialog({ round, onClose, onEnded }: EndDialogProps) {
  const [isEnding, setEnding] = useState(false);
  const { state, terms, questions, category } = round;

  async function end() {
    setEnding(true);
    const ended = await endStoredRound(round, pageClock());
    if (ended) {
      const { coins } = scoreTranscript(terms, questions, ended.rows);
      const back = terms.coinsPerQuestion * questions.length - coins;
      toastInfo(
        `Game ended. ${formatNumber(coins)} coins spent, ${formatNumber(back)} come back to you.`,
      );
    } else toastWarning('This game is open in another tab, or has ended');
    onClose();
    onEnded();
  }

  return (
    <ChoiceDialog
      title="End this game?"
      lead={
        state
          ? `Your points in ${category.name} count. The coins of the questions you have seen are spent, the rest come back.`
          : `Question 1 of ${category.name} counts as missed and costs ${terms.coinsPerQuestion} coins. The rest come back.`
      }
      {...(!isEnding && { onClose })}
    >
      <Button disabled={isEnding} onClick={onClose}>
        Keep it
      </Button>
      <Button colour="danger" loading={isEnding} onClick={end}>
        End it
      </Button>
    </ChoiceDialog>
  );
}
