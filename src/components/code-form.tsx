import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { digitsOf } from '../rules/numbers.ts';
import { Button, LinkButton } from './button.tsx';
import styles from './code-form.module.css';
import { TextField } from './field.tsx';
import { countdownText, useSecondsUntil } from './hooks.ts';

type Props = {
  /** Says which code was sent, and where to. */
  children: ReactNode;
  /** The number of digits in a code. */
  digits: number;
  /** The time from which a new code can be requested, in epoch milliseconds. */
  resendAt: number;
  action: string;
  back: string;
  error: string | null;
  busy: boolean;
  onSubmit: (code: string) => void;
  onResend: () => void;
  onBack: () => void;
};

/** A form for a code that was sent. The player types or pastes it, or requests a new one. */
export function CodeForm({
  children,
  digits,
  resendAt,
  action,
  back,
  error,
  busy,
  onSubmit,
  onResend,
  onBack,
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const left = useSecondsUntil(resendAt);

  // The field gets the focus when it appears and again when an error is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error brings the focus back.
  useEffect(() => form.current?.querySelector('input')?.focus(), [error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (code.length === digits) onSubmit(code);
    else setFault(`Enter the ${digits} digits`);
  };
  const change = (typed: string) => {
    setFault(null);
    setCode(digitsOf(typed).slice(0, digits));
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <p role="status">{children}</p>
      {/* No maxLength, because it would cut a pasted "123 456" before the space is removed. */}
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        value={code}
        onChange={(event) => change(event.target.value)}
        error={fault ?? error}
        readOnly={busy}
      />
      <Button type="submit" size="lg" loading={busy}>
        {action}
      </Button>
      <div className={styles.ways}>
        <LinkButton disabled={left > 0 || busy} onClick={onResend}>
          Send a new code
          {left > 0 && ` in ${countdownText(left)}`}
        </LinkButton>
        <LinkButton onClick={onBack}>{back}</LinkButton>
      </div>
    </form>
  );
}
