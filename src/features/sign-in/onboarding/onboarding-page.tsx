import { type ComponentType, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Scarf } from '../../../components/scarf.tsx';
import { Screen } from '../../../components/screen.tsx';
import { usePageStart } from '../../../components/use-page-start.ts';
import { Wordmark } from '../../../components/wordmark.tsx';
import { env } from '../../../config/env.ts';
import { DEFAULT_PRICES } from '../../../rules/money.ts';
import { DueCodeStep } from '../code-step/due-code-step.tsx';
import { OnboardingForm } from './onboarding-form.tsx';
import styles from './onboarding-page.module.css';
import { useOnboarding, type Variant } from './use-onboarding.ts';

type DialogProps = { onClose: () => void };
type Props = { loadTerms: () => Promise<ComponentType<DialogProps>> };

const ACTIONS: Record<Variant, string> = {
  login: 'Login',
  subscribe: `Subscribe NGN ${DEFAULT_PRICES.plans.airtime.weekly}/Week`,
};

/** Login by phone, or the offer of a subscription (flows.md#onboarding). */
export function OnboardingPage({ loadTerms }: Props) {
  usePageStart('Compete for Prizes');
  const [query] = useSearchParams();
  const variant = query.get('variant') === 'subscribe' ? 'subscribe' : env.entryVariant;
  const { send, ...signIn } = useOnboarding(variant);
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
            action={ACTIONS[variant]}
            error={signIn.codeError}
            busy={signIn.isBusy}
            onSubmit={(digits) => send({ is: 'code-entered', digits })}
            onResend={() => send({ is: 'code-wanted' })}
            onBack={signIn.backToPhone}
          />
        ) : (
          <OnboardingForm
            variant={variant}
            action={ACTIONS[variant]}
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
