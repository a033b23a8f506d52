import { useAtomValue } from 'jotai';
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Scarf, Wordmark } from '../../components/brand.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { PhoneField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { Screen, usePageStart } from '../../components/screens.tsx';
import { env } from '../../config/env.ts';
import { paths } from '../../config/paths.ts';
import {
  CHECK_CONNECTION,
  isApiError,
  isNetworkError,
  isStillCharging,
  isUndecided,
  messageOf,
  NO_NETWORK,
  NO_NETWORK_MESSAGE,
  NOT_TWICE,
} from '../../lib/errors.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { type Offer, useKnownOffer } from '../../offer/offer.ts';
import { formatKobo, KOBO_PER_NAIRA, quoteOf, SUBSCRIPTION_COINS } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { nationalDigits, readTypedPhone } from '../../rules/phone.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import { readBegun, useBegun } from './begun.ts';
import { DueCodeStep } from './due-code-step.tsx';
import { type Failure, startSignIn, useSignIn } from './machine.ts';
import styles from './onboarding.module.css';
import { detectedPhoneAtom, detectPhone } from './phone.ts';

type DialogProps = { onClose: () => void };
type OnboardingPageProps = { loadTerms: () => Promise<ComponentType<DialogProps>> };

/** The button's word. If airtime is not offered, a number is only looked up. */
function actionOf(variant: Variant, kobo: number | null | undefined): string {
  if (variant === 'login' || kobo === null) return 'Login';
  if (kobo === undefined) return 'Subscribe';
  return `Subscribe NGN ${formatNumber(kobo / KOBO_PER_NAIRA)}/Week`;
}

/**
 * The price of a week from airtime, in kobo; `null` if airtime is not offered, `undefined` if it is not
 * known yet.
 */
function weekKobo(offer: Offer | null): number | null | undefined {
  if (!offer) return undefined;
  if (!offer.ways.includes('airtime')) return null;
  return quoteOf(offer.prices, 'airtime', 'plan-weekly')?.kobo;
}

/** The page where a player signs in by phone or subscribes (sign-in.md#onboarding). */
export function OnboardingPage({ loadTerms }: OnboardingPageProps) {
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

type OnboardingFormProps = {
  variant: Variant;
  action: string;
  /** The price of a week from airtime: `null` if airtime is not offered, `undefined` until it is known. */
  kobo: number | null | undefined;
  digits: string;
  error: string | null;
  busy: boolean;
  trouble: Trouble | null;
  wayOn: string;
  hasNoTerms: boolean;
  onChange: (digits: string) => void;
  onSubmit: () => void;
  onWayOn: () => void;
  onTerms: () => void;
};

function OnboardingForm(props: OnboardingFormProps) {
  const { variant, kobo, error, busy, trouble } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <PhoneField
        value={props.digits}
        onChange={props.onChange}
        error={error}
        hint="Like 803 000 0000 or 0803 000 0000"
        enterKeyHint="go"
        readOnly={busy}
      />
      {trouble && (
        <Notice kind={trouble.isWarning ? 'warn' : 'bad'} title={trouble.title} role="alert">
          {trouble.help}
        </Notice>
      )}
      <Button type="submit" size="lg" loading={busy || kobo === undefined}>
        {props.action}
      </Button>
      {trouble && (
        <Button colour="line" onClick={props.onWayOn} disabled={busy}>
          {props.wayOn}
        </Button>
      )}
      <p className={styles.price}>
        {priceText(variant, kobo)} {ADULT_AGE_YEARS}+ only.
      </p>
      <LinkButton className={styles.terms} onClick={props.onTerms}>
        Terms & Condition
      </LinkButton>
      {props.hasNoTerms && (
        <p className={styles.price} role="alert">
          {NO_NETWORK_MESSAGE}
        </p>
      )}
    </form>
  );
}

/** The price in words, which a player reads before a number that they have only typed is charged. */
function priceText(variant: Variant, kobo: number | null | undefined): string {
  if (kobo == null) return '';
  const price = `${formatKobo(kobo)} a week from your airtime`;
  return variant === 'subscribe'
    ? `${price}, for ${formatNumber(SUBSCRIPTION_COINS)} coins.`
    : `A new number is subscribed for ${price}.`;
}

type Variant = 'login' | 'subscribe';

/**
 * Signs in or subscribes the number that is typed (sign-in.md#onboarding). `kobo` is the price of a week
 * from airtime: `null` if airtime is not offered, `undefined` while it is not known.
 */
function useOnboarding(variant: Variant, kobo: number | null | undefined) {
  const navigate = useNavigate();
  const { search, state: place } = useLocation();
  // The code step has its own place in the history, so that Back leads to the number and a reload stays.
  const isAtCode = (place as { step?: unknown } | null)?.step === 'code';
  const [begun] = useState(() => readBegun(Date.now()));
  const { state, isBusy, send } = useSignIn(() => startSignIn(variant, begun, { isAtCode }));
  useBegun(state, begun);
  const detected = useAtomValue(detectedPhoneAtom);
  const [typed, setTyped] = useState<string | null>(null);
  const [formFault, setFormFault] = useState<string | null>(null);
  const digits = typed ?? (detected === null ? '' : nationalDigits(detected));
  const { step, form } = state;
  const stop = step.is === 'number' ? step.stop : null;
  const fault = stop && numberFault(stop.failure);

  useEffect(() => whenIdle(() => void detectPhone()), []);

  useEffect(() => send({ is: isAtCode ? 'went-forward' : 'went-back' }), [isAtCode, send]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step navigates once.
  useEffect(() => {
    if (step.is === 'code' && !isAtCode) navigate({ search }, { state: { step: 'code' } });
    const isPast = step.is === 'subscribing' || step.is === 'verifying';
    if (isPast && isAtCode) navigate({ search }, { replace: true });
    if (step.is !== 'handed-off') return;
    const { number, isSubscribed: registered } = step;
    const { phone: phoneNumber, proof } = number;
    navigate(paths.root, { state: { registered, proof, phoneNumber } });
  }, [step]);

  function submit() {
    if (kobo === undefined) return;
    const reading = readTypedPhone(digits);
    if ('message' in reading) return setFormFault(reading.message);
    setFormFault(null);
    send({ is: 'number-entered', phone: reading.phone, kobo });
  }

  return {
    ...{ digits, send, submit },
    isBusy,
    /** The agreed price stays on the button while the calls that the player agreed to are made. */
    shownKobo: isBusy ? (state.agreedKobo ?? kobo) : kobo,
    pending: isAtCode && form.is === 'code' ? form.code : null,
    codeError: step.is === 'code' && step.failure ? codeText(step.failure) : null,
    fieldError: formFault ?? fault,
    trouble: stop && !fault ? troubleOf(stop.failure) : null,
    enterCode: (entered: string) => {
      if (kobo !== undefined) send({ is: 'code-entered', digits: entered, kobo });
    },
    hasPlayer: stop?.player != null,
    change: (value: string) => {
      setTyped(value);
      setFormFault(null);
      send({ is: 'number-changed' });
    },
    backToPhone: () => {
      send({ is: 'number-wanted' });
      navigate(-1);
    },
  };
}

function codeText(failure: Failure): string {
  const { error } = failure;
  return isNetworkError(error) ? troubleOf(failure).help : messageOf(error);
}

type Trouble = { title: string; help: string; isWarning?: boolean };

/** The words for a fault of the number itself; `null` for any other failure. */
function numberFault({ at, error }: Failure): string | null {
  const isAboutNumber =
    isApiError(error, 'phone/invalid') || isApiError(error, 'user/proof-needed');
  return at === 'look-up' && isAboutNumber ? error.message : null;
}

function troubleOf({ at, error }: Failure): Trouble {
  if (at === 'subscription') return subscriptionTrouble(error);
  if (isNetworkError(error)) return { title: NO_NETWORK, help: CHECK_CONNECTION };
  return { title: 'You could not be signed in', help: messageOf(error) };
}

function subscriptionTrouble(error: unknown): Trouble {
  if (isNetworkError(error)) {
    return { title: NO_NETWORK, help: `${CHECK_CONNECTION} ${NOT_TWICE}` };
  }
  if (isStillCharging(error)) {
    const title = 'Your operator is still working on it';
    return { title, help: `Try again in a minute. ${NOT_TWICE}`, isWarning: true };
  }
  if (isApiError(error, 'subscription/refused')) {
    return { title: error.message, help: 'Top up your airtime and try again.' };
  }
  if (isUndecided(error)) {
    return { title: 'Your operator does not answer', help: `Try again. ${NOT_TWICE}` };
  }
  if (isApiError(error, 'payment/mismatch')) {
    return { title: 'The price has changed', help: 'Nothing was charged. Look at the new price.' };
  }
  if (isApiError(error, 'route/unknown')) {
    const title = 'You cannot pay from airtime now';
    return { title, help: 'Nothing was charged. Go on, and choose another way to pay later.' };
  }
  const isUnsigned = isApiError(error) && (error.status === 401 || error.status === 403);
  const help = isUnsigned ? 'Sign up first, then subscribe.' : messageOf(error);
  return { title: 'You could not be subscribed', help };
}
