import { Card } from '../../components/card.tsx';
import { PageLink, PageScreen } from '../../components/page.tsx';
import { paths } from '../../config/paths.ts';
import { DAY_MS, LATE_RESULT_GRACE_MS } from '../../rules/calendar.ts';
import { MEND_WITHIN_MS } from '../../rules/payouts.ts';
import { CASH_HOURS } from '../../rules/prizes.ts';
import { usePlayer } from '../../session/session.ts';
import { hours } from './figures.ts';
import styles from './help-page.module.css';

/** Explains how places, ties, late results and checks of winners work (game.md#fairness-page). */
export function FairnessPage() {
  const isPlayer = usePlayer() !== null;
  return (
    <PageScreen title="How we check winners" backTo={isPlayer ? paths.home : paths.root}>
      <p className={styles.lead}>
        The same rules for everybody. Nobody can buy a place, and no prize is refused in silence.
      </p>
      <Card small title="Who stands where">
        <p>
          More points stand higher. With the same points, whoever got there first stands higher.
        </p>
        <p>
          Our server counts every answer again. What a phone says it has won does not matter, and
          neither does its clock.
        </p>
      </Card>
      <Card small title="Results that come late">
        <p>
          A game that you finish when network goes counts for the day and week in which you started
          it, if it reaches us within {hours(LATE_RESULT_GRACE_MS)} hours of their end. Later it
          counts for the time at which it comes. That is why places are final only{' '}
          {hours(LATE_RESULT_GRACE_MS)} hours after a day, a week or a month has ended.
        </p>
      </Card>
      <Card small title="What we look at">
        <p>
          A program answers faster than anybody can read, or in even times. Results like that are
          marked, and the prize waits until we know who played. A shared phone or the same network
          address alone never marks anybody.
        </p>
      </Card>
      <Card small title="Who pays the prizes of the day">
        <p>
          A tier of Millionaire Rush pays its winners a share of its tickets, up to the full prize.
          Accounts that share a phone, a bank account, a card, a wallet or the internet of one house
          count as one, so nobody gains by filling a tier with their own. If two of them win, a
          person looks before the second is paid.
        </p>
      </Card>
      <Card small title="Confirm your win">
        <p>
          Before the first prize, and again now and then, we ask every winner to play a game of
          sealed questions, one by one, at the levels that won. You need not have all right: play as
          you always do. If we are not sure, a person decides.
        </p>
      </Card>
      <Card small title="When a prize waits">
        <p>
          My winnings says why, and what to do. Once you have done it, the prize moves on by itself.
          You have {MEND_WITHIN_MS / DAY_MS} days; days in which we have to act do not count. The
          next place is paid only if a prize is refused or nobody takes it.
        </p>
        <p>
          Cash is in your bank {CASH_HOURS.least} to {CASH_HOURS.most} hours after it is approved.
        </p>
      </Card>
      <Card small title="The raffle">
        <p>
          The list of tickets is sealed before the draw, and its numbers come from outside too.
          Anybody can check a draw on their own phone.
        </p>
      </Card>
      <p className={styles.more}>
        Not agreed?{' '}
        {isPlayer ? (
          <PageLink to={paths.contact}>Contact Us</PageLink>
        ) : (
          'Sign in and choose Contact.'
        )}
      </p>
    </PageScreen>
  );
}
