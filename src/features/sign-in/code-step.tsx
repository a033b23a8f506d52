import type { ComponentProps } from 'react';
import { CodeForm } from '../../components/code-form.tsx';
import { CODE_DIGITS } from '../../rules/players.ts';
import styles from './code-step.module.css';
import type { PendingCode } from './machine.ts';

type Props = { pending: PendingCode } & Pick<
  ComponentProps<typeof CodeForm>,
  'action' | 'error' | 'busy' | 'onSubmit' | 'onResend' | 'onBack'
>;

export function CodeStep({ pending: { channel, phone, resendAt }, ...form }: Props) {
  return (
    <CodeForm {...form} digits={CODE_DIGITS} resendAt={resendAt} back="Change number">
      We sent {CODE_DIGITS} digits {channel === 'sms' && 'by SMS '}to{' '}
      <b className={styles.phone}>{phone.replace(/^(...)(...)(...)/, '+$1 $2 $3 ')}</b>.
    </CodeForm>
  );
}
