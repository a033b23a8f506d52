import { type ComponentType, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Scarf } from '../../components/scarf.tsx';
import { Screen } from '../../components/screen.tsx';
import { usePageStart } from '../../components/use-page-start.ts';
import { Wordmark } from '../../components/wordmark.tsx';
import { env } from '../../config/env.ts';
import { PLAN_PRICE_NAIRA } from '../../rules/money.ts';
import type { CodeStepComponent } from '../../session/pending-code.ts';
import { OnboardingForm } from './onboarding-form.tsx';
import styles from './onboarding-page.module.css';
import { useOnboarding, type Variant } from './use-onboarding.ts';

type DialogProps = { onClose: () => void };
type Props = {
  loadTerms: () => Promise<ComponentType<DialogProps>>;
  CodeStep: CodeStepComponent;
};

const ACTIONS: Record<Variant, string> = {
  login: 'Login',
  subscribe: `Subscribe NGN ${PLAN_PRICE_NAIRA.airtime.weekly}/Week`,
};

/** Login by phone, or the offer of a subscription (accounts §2). */
export function OnboardingPage({ loadTerms, CodeStep }: Props) {
  usePageStart('Compete for Prizes');
  const [query] = useSearchParams();
  const variant = query.get('variant') === 'subscribe' ? 'subscribe' : env.entryVariant;
  const door = useOnboarding(variant);
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
        {door.pending ? (
          <CodeStep
            key={door.pending.id}
            pending={door.pending}
            action={ACTIONS[variant]}
            error={door.codeError}
            busy={door.isBusy}
            onSubmit={door.submitCode}
            onResend={door.resend}
            onBack={door.backToPhone}
          />
        ) : (
          <OnboardingForm
            variant={variant}
            action={ACTIONS[variant]}
            digits={door.digits}
            error={door.fieldError}
            busy={door.isBusy}
            trouble={door.stop}
            wayOn={door.stop?.signedIn ? 'Go on without a plan' : 'Sign up'}
            hasNoTerms={hasNoTerms}
            onChange={door.change}
            onSubmit={door.submit}
            onWayOn={door.goOn}
            onTerms={openTerms}
          />
        )}
      </main>
      {Terms && <Terms onClose={() => setTerms(null)} />}
    </Screen>
  );
}
