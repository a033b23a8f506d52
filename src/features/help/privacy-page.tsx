import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { SwitchMark } from '../../components/marks.tsx';
import { PageLink, PageScreen } from '../../components/page.tsx';
import { env } from '../../config/env.ts';
import { paths } from '../../config/paths.ts';
import { chooseCounting, isCountingOn } from '../../lib/analytics.ts';
import { useKnownOffer } from '../../offer/offer.ts';
import { usePlayer } from '../../session/session.ts';
import styles from './help-page.module.css';

/**
 * Says which data of players is kept, why and how long, and which rights players have. Everybody can open
 * the page, also without an account (help.md#privacy).
 */
export function PrivacyPage() {
  const isPlayer = usePlayer() !== null;
  const { controller, contact } = useKnownOffer()?.privacy ?? { controller: null, contact: null };
  return (
    <PageScreen title="Privacy" backTo={isPlayer ? paths.home : paths.root}>
      <p className={styles.lead}>
        We keep what the game needs, and no more. We do not sell it, and there is no advertising.
      </p>
      {(controller || contact) && (
        <Card small title="Who is responsible">
          {controller && <p>{controller} decides what is kept, and answers for it.</p>}
          {contact && (
            <p>
              Questions about your data: <a href={contact}>{shown(contact)}</a>
            </p>
          )}
        </Card>
      )}
      <Card small title="What we keep, why and how long">
        <dl className={styles.kept}>
          {KEPT.map(({ what, why, long }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{why}</dd>
              <dd className={styles.quiet}>{long}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card small title="Who gets it">
        <p>Your network, to sell you a plan by airtime: your number.</p>
        <p>
          The card or mobile-money company, when you pay with it: your email or the number that
          pays, and the amount.
        </p>
        <p>The company that sends your sign-in code: your number.</p>
        <p>
          The company that checks bank accounts, when you add yours: your bank and number. Your bank
          gives it your name.
        </p>
        <p>Other players: your name, picture and points on the boards.</p>
        <p>Courts and authorities, where the law makes us. Nobody else.</p>
      </Card>
      <CountingSwitch />
      <Card small title="Your rights">
        <p>
          You can see and save what we keep, correct it, delete it, and say no to counting.{' '}
          {isPlayer ? (
            <>
              Do it yourself at <PageLink to={paths.myData}>My data</PageLink>.
            </>
          ) : (
            'Sign in and open My data in your profile to do it yourself.'
          )}
        </p>
        <p>
          Not happy with our answer? You can complain to the{' '}
          <a href="https://ndpc.gov.ng">Nigeria Data Protection Commission</a>.
        </p>
      </Card>
      <Card small title="On this phone">
        <p>
          The game keeps your sign-in, unfinished games and copies of what you saw, so that it works
          without network. Logout takes all that says who you are. There are no cookies.
        </p>
      </Card>
    </PageScreen>
  );
}

/** Gives an address without the scheme, which only browsers need. */
function shown(contact: string): string {
  return contact.replace(/^(https:\/\/|mailto:|tel:)/, '');
}

/** Asks whether sign-ins and installs may be counted: off until a yes; missing if the build cannot count. */
function CountingSwitch() {
  const [isOn, setOn] = useState(isCountingOn);
  if (env.analyticsToken === null) return null;

  function turn() {
    chooseCounting(!isOn);
    setOn(!isOn);
  }

  return (
    <Card small title="Help us improve">
      <p>
        May we count how people sign in and install the app on this phone? Only that it happened is
        sent, nothing of you. You can change your mind here.
      </p>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        className={styles.switch}
        onClick={turn}
      >
        Count sign-ins and installs
        <SwitchMark />
      </button>
    </Card>
  );
}

type Kept = { what: string; why: string; long: string };

/** The table of players.md#what-is-kept-how-long in a player's words. */
const KEPT: readonly Kept[] = [
  {
    what: 'Phone number, username, nickname, email, picture, date of birth',
    why: 'To sign you in, name you on boards and know that you are 18.',
    long: 'Until you delete your account.',
  },
  {
    what: 'Gender, state and city, if you tell us',
    why: 'To know who plays and where.',
    long: 'Until you delete your account.',
  },
  {
    what: 'Games, points and coins',
    why: 'To count them fairly and pay the right winners.',
    long: 'Until you delete your account; then they stay without your name.',
  },
  {
    what: 'Payments and which card or wallet paid, the prices you said yes to, payouts',
    why: 'The law wants books, and one person counts once for prizes.',
    long: '6 years, without your name, number and card once you delete your account.',
  },
  {
    what: 'Bank account',
    why: 'To pay out what you win, each person to one account.',
    long: 'Until you change it or delete your account. Of one that we paid to, name and number stay scrambled with the payout.',
  },
  {
    what: 'Messages to us',
    why: 'To answer you.',
    long: '1 year, or until you delete your account.',
  },
  {
    what: 'Whom you report on boards',
    why: 'To look into it.',
    long: '1 year, or until you delete your account.',
  },
  {
    what: 'Visits by a campaign link',
    why: 'To know which campaign brought you.',
    long: '90 days, or until you delete your account.',
  },
  {
    what: 'Where you played from: network address and, in Millionaire Rush, phone, scrambled',
    why: 'To stop cheats before prizes are paid.',
    long: '90 days, or until you delete your account.',
  },
  {
    what: 'Network address, scrambled',
    why: 'To stop who guesses at codes.',
    long: '1 to 2 hours.',
  },
  {
    what: 'Networks you signed in from, scrambled',
    why: 'So that nobody who guesses at your codes locks you out.',
    long: '90 days after you were last there, or until you delete your account.',
  },
  {
    what: 'What went wrong in the app and how fast it was, without anything about you',
    why: 'To mend it.',
    long: '30 days.',
  },
  {
    what: 'After you delete your account: your number, scrambled, with your running plan, plays of the day, spending of the week, limits, first sign-up, what we took off a board, for 30 days the sealed questions you saw and, under 18, your date of birth',
    why: 'So that nobody gains coins by deleting and signing up again.',
    long: '180 days.',
  },
];
