import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, LinkButton } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { clockText, useSecondsUntil } from '../../../components/use-seconds-until.ts';
import { CODE_DIGITS } from '../../../rules/players.ts';
import type { PendingCode } from '../pending-code.ts';
import styles from './code-step.module.css';

type Props = {
  pending: PendingCode;
  action: string;
  error: string | null;
  busy: boolean;
  onSubmit: (code: string) => void;
  onResend: () => void;
  onBack: () => void;
};

export function CodeStep({ pending, action, error, busy, onSubmit, onResend, onBack }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const left = useSecondsUntil(pending.resendAt);

  // To the field when it comes up, and again when what was typed in it is wrong.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error brings the focus back.
  useEffect(() => form.current?.querySelector('input')?.focus(), [error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (code.length === CODE_DIGITS) onSubmit(code);
    else setFault(`Enter the ${CODE_DIGITS} digits`);
  };
  const change = (typed: string) => {
    setFault(null);
    setCode(typed.replace(/\D/g, '').slice(0, CODE_DIGITS));
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <p role="status">
        We sent {CODE_DIGITS} digits {pending.channel === 'sms' && 'by SMS '}to{' '}
        <b className={styles.phone}>{pending.phone.replace(/^(...)(...)(...)/, '+$1 $2 $3 ')}</b>.
      </p>
      {/* No maxLength: it would cut a pasted "123 456" before the space is gone. */}
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
          {left > 0 && ` in ${clockText(left)}`}
        </LinkButton>
        <LinkButton onClick={onBack}>Change number</LinkButton>
      </div>
    </form>
  );
}
