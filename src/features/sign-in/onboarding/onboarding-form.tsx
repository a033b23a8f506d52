import { type FormEvent, useEffect, useRef } from 'react';
import { Button, LinkButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PhoneField } from '../../../components/phone-field.tsx';
import { NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import { formatKobo, SUBSCRIPTION_COINS } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { ADULT_AGE_YEARS } from '../../../rules/players.ts';
import styles from './onboarding-page.module.css';
import type { Trouble } from './onboarding-troubles.ts';
import type { Variant } from './use-onboarding.ts';

type Props = {
  variant: Variant;
  action: string;
  /** What a week costs from airtime: `null` where that is not offered, `undefined` until it is known. */
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

export function OnboardingForm(props: Props) {
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

/** Nobody is charged for a number they only typed without having read this. */
function priceText(variant: Variant, kobo: number | null | undefined): string {
  if (kobo == null) return '';
  const price = `${formatKobo(kobo)} a week from your airtime`;
  return variant === 'subscribe'
    ? `${price}, for ${formatNumber(SUBSCRIPTION_COINS)} coins.`
    : `A new number is subscribed for ${price}.`;
}
