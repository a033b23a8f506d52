import { type FormEvent, useEffect, useId, useRef } from 'react';
import { Button, cx, IconButton } from '../../components/button.tsx';
import { EmailField, PhoneField, TextField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { paths } from '../../config/paths.ts';
import { ADULT_AGE_YEARS, cutName, USERNAME_MAX } from '../../rules/players.ts';
import styles from './get-started-form.module.css';

export type GetStartedValues = {
  phone: string;
  email: string;
  username: string;
  isAdult: boolean;
};

export type GetStartedErrors = { [Field in keyof GetStartedValues]?: string | undefined };

type GetStartedFormProps = {
  /** `new` once the number is known to have no account. */
  step: 'phone' | 'new';
  /** Whether the number is subscribed already, so that only the account is missing. */
  registered?: boolean;
  values: GetStartedValues;
  errors: GetStartedErrors;
  busy: boolean;
  /** Called when a field changes. In step `new`, another phone number needs another look-up. */
  onChange: (change: Partial<GetStartedValues>) => void;
  onSubmit: () => void;
  onReroll: () => void;
};

/** The form of the dialog 'Get started' (sign-in.md#get-started). */
export function GetStartedForm({
  step,
  registered = false,
  values,
  errors,
  busy,
  onChange,
  onSubmit,
  onReroll,
}: GetStartedFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isNew = step === 'new';

  const isSent = useRef(false);

  // The focus moves to the field that is to be filled in, but never while somebody types.
  useEffect(() => {
    // Nothing has the focus, because the step before had it and is gone.
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

type AdultCheckProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
};

/** The box by which the player confirms their age (game.md#age). */
function AdultCheck({ label, checked, onChange, error }: AdultCheckProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.line}>
        <input
          type="checkbox"
          name="adult"
          className={styles.input}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span className={cx(styles.box, error && styles.bad)}>
          <Icon name="check" size={20} />
        </span>
        {label}
      </label>
      {error && (
        <p id={id} role="alert" className={styles.error}>
          <Icon name="warn" size={18} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
