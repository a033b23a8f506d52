import { type FormEvent, useEffect, useRef } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { EmailField } from '../../../components/email-field.tsx';
import { TextField } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PhoneField } from '../../../components/phone-field.tsx';
import { paths } from '../../../config/paths.ts';
import { ADULT_AGE_YEARS, cutName, USERNAME_MAX } from '../../../rules/players.ts';
import { AdultCheck } from './adult-check.tsx';
import styles from './get-started-form.module.css';

export type GetStartedValues = {
  phone: string;
  email: string;
  username: string;
  isAdult: boolean;
};

export type GetStartedErrors = { [Field in keyof GetStartedValues]?: string | undefined };

type Props = {
  /** `new` once the number is known to have no account. */
  step: 'phone' | 'new';
  /** The number is subscribed already: only the account is missing. */
  registered?: boolean;
  values: GetStartedValues;
  errors: GetStartedErrors;
  busy: boolean;
  /** A change of the phone in step `new` is for another number: it needs another look-up. */
  onChange: (change: Partial<GetStartedValues>) => void;
  onSubmit: () => void;
  onReroll: () => void;
};

/** The form of the dialog 'Get started' (flows.md#get-started). */
export function GetStartedForm({
  step,
  registered = false,
  values,
  errors,
  busy,
  onChange,
  onSubmit,
  onReroll,
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const isNew = step === 'new';

  const isSent = useRef(false);

  // Keyboard and reader go where work is left; never while somebody types.
  useEffect(() => {
    // The step before took the focus with it.
    if (document.activeElement === document.body) {
      form.current?.querySelector<HTMLElement>('[type=tel]')?.focus();
    }
  }, []);
  useEffect(() => {
    if (isNew) form.current?.querySelector<HTMLElement>('[name=email]')?.focus();
  }, [isNew]);
  useEffect(() => {
    if (isSent.current && Object.values(errors).some(Boolean)) {
      isSent.current = false;
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    }
  }, [errors]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    isSent.current = true;
    onSubmit();
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <PhoneField
        value={values.phone}
        onChange={(phone) => onChange({ phone })}
        error={errors.phone}
        hint={isNew ? undefined : 'Like 803 000 0000 or 0803 000 0000'}
        enterKeyHint={isNew ? 'next' : 'go'}
        readOnly={busy}
      />
      {isNew && (
        <>
          <Notice
            title={registered ? 'You are subscribed.' : 'Welcome. This number is new.'}
            role="status"
          >
            Add your email and a username.
          </Notice>
          <EmailField
            value={values.email}
            onChange={(email) => onChange({ email })}
            error={errors.email}
            readOnly={busy}
          />
          <TextField
            label="Username"
            aside={`Up to ${USERNAME_MAX} letters`}
            name="username"
            autoComplete="nickname"
            autoCapitalize="words"
            spellCheck={false}
            enterKeyHint="go"
            value={values.username}
            onChange={(event) => onChange({ username: cutName(event.target.value) })}
            error={errors.username}
            readOnly={busy}
            trailing={
              <IconButton
                icon="dice"
                aria-label="Try another name"
                className={styles.dice}
                onClick={onReroll}
              />
            }
          />
          <AdultCheck
            label={`I am ${ADULT_AGE_YEARS} or older`}
            checked={values.isAdult}
            onChange={(isAdult) => onChange({ isAdult })}
            error={errors.isAdult}
          />
        </>
      )}
      <Button type="submit" size="lg" loading={busy}>
        Enter
      </Button>
      {isNew && (
        <p className={styles.privacy}>
          <a href={paths.privacy} target="_blank" rel="noopener">
            What we keep of you: Privacy
          </a>
        </p>
      )}
    </form>
  );
}
