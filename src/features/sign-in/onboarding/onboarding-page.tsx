import { type ComponentType, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Scarf } from '../../../components/scarf.tsx';
import { Screen } from '../../../components/screen.tsx';
import { usePageStart } from '../../../components/use-page-start.ts';
import { Wordmark } from '../../../components/wordmark.tsx';
import { env } from '../../../config/env.ts';
import type { Offer } from '../../../offer/offer.ts';
import { useKnownOffer } from '../../../offer/use-known-offer.ts';
import { KOBO_PER_NAIRA, quoteOf } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { DueCodeStep } from '../code-step/due-code-step.tsx';
import { OnboardingForm } from './onboarding-form.tsx';
import styles from './onboarding-page.module.css';
import { useOnboarding, type Variant } from './use-onboarding.ts';

type DialogProps = { onClose: () => void };
type Props = { loadTerms: () => Promise<ComponentType<DialogProps>> };

/** Where nothing can be subscribed from airtime, a number is only looked up. */
function actionOf(variant: Variant, kobo: number | null | undefined): string {
  if (variant === 'login' || kobo === null) return 'Login';
  if (kobo === undefined) return 'Subscribe';
  return `Subscribe NGN ${formatNumber(kobo / KOBO_PER_NAIRA)}/Week`;
}

/** What a week costs from airtime, in kobo; `null`: it can't be paid so, `undefined`: not known yet. */
function weekKobo(offer: Offer | null): number | null | undefined {
  if (!offer) return undefined;
  if (!offer.ways.includes('airtime')) return null;
  return quoteOf(offer.prices, 'airtime', 'plan-weekly')?.kobo;
}

/** Login by phone, or the offer of a subscription (flows.md#onboarding). */
export function OnboardingPage({ loadTerms }: Props) {
  usePageStart('Compete for Prizes');
  const [query] = useSearchParams();
  const variant = query.get('variant') === 'subscribe' ? 'subscribe' : env.entryVariant;
  const { send, ...signIn } = useOnboarding(variant, weekKobo(useKnownOffer()));
  const { shownKobo } = signIn;
  const action = actionOf(variant, shownKobo);
  const isBusy = signIn.isBusy || shownKobo === undefined;
  const [Terms, setTerms] = useState<ComponentType<DialogProps> | null>(null);
  const [hasNoTerms, setNoTerms] = useState(false);

  function openTerms() {
    loadTerms().then(
      (loaded) => {
        setNoTerms(false);
        setTerms(() => loaded);
      },
      () => setNoTerms(true),
    );
  }

  return (
    <Screen>
      <header className={`${styles.head} on-night`}>
        <Wordmark className={styles.logo} />
        <h1 className={styles.title}>Compete for Prizes</h1>
      </header>
      <Scarf />
      <main className={styles.main}>
        {signIn.pending ? (
          <DueCodeStep
            key={signIn.pending.id}
            pending={signIn.pending}
            action={action}
            error={signIn.codeError}
            busy={isBusy}
            onSubmit={signIn.enterCode}
            onResend={() => send({ is: 'code-wanted' })}
            onBack={signIn.backToPhone}
          />
        ) : (
          <OnboardingForm
            variant={variant}
            action={action}
            kobo={shownKobo}
            digits={signIn.digits}
            error={signIn.fieldError}
            busy={signIn.isBusy}
            trouble={signIn.trouble}
            wayOn={signIn.hasPlayer ? 'Go on without a plan' : 'Sign up'}
            hasNoTerms={hasNoTerms}
            onChange={signIn.change}
            onSubmit={signIn.submit}
            onWayOn={() => send({ is: 'went-on' })}
            onTerms={openTerms}
          />
        )}
      </main>
      {Terms && <Terms onClose={() => setTerms(null)} />}
    </Screen>
  );
}
