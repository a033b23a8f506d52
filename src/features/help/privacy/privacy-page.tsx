import { Card } from '../../../components/card.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { PageScreen } from '../../../components/page-screen.tsx';
import { paths } from '../../../config/paths.ts';
import { useKnownOffer } from '../../../offer/use-known-offer.ts';
import { usePlayer } from '../../../session/use-player.ts';
import styles from '../help-page.module.css';
import { CountingSwitch } from './counting-switch.tsx';
import { KEPT } from './kept.ts';

/** What is kept of players, why and how long, and their rights: for everybody (flows.md#privacy). */
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

/** An address without what only a browser reads. */
function shown(contact: string): string {
  return contact.replace(/^(https:\/\/|mailto:|tel:)/, '');
}
