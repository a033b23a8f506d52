import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { toastSuccess } from '../../../components/toast.ts';
import type { Care } from '../../../contract/care.ts';
import { newKey } from '../../../lib/new-key.ts';
import { dayText } from '../../../lib/time.ts';
import { WEEKLY_LIMIT_NAIRA } from '../../../rules/care.ts';
import { formatNaira } from '../../../rules/money.ts';
import { plainDigits } from '../../../rules/numbers.ts';
import { useSetCare } from '../api/use-set-care.ts';
import styles from './care-card.module.css';
import type { CareNow } from './care-now.ts';

const { min, max } = WEEKLY_LIMIT_NAIRA;
const FAULT = `Enter whole naira, from ${formatNaira(min)} to ${formatNaira(max)}`;

type Props = { playerId: string; standing: CareNow; now: number; onClose: () => void };

/** The weekly limit: set, changed or removed. */
export function LimitDialog({ playerId, standing, now, onClose }: Props) {
  const { limit, weekEndsAt } = standing;
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const monday = dayText(weekEndsAt, now);
  const change = useSetCare(playerId, (care) => {
    toastSuccess(said(care, now));
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const weeklyNaira = readNaira(typed);
    if (weeklyNaira === null) return setFault(FAULT);
    if (!change.isPending) change.mutate({ body: { weeklyNaira }, key: newKey() });
  };
  return (
    <Dialog title="Weekly limit" onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label="The most that you want to spend in a week"
          leading="₦"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          value={typed}
          readOnly={change.isPending}
          hint={
            limit === null
              ? 'It counts at once, for all that you buy.'
              : `You have ${formatNaira(limit)} now. Less counts at once, more from ${monday} on.`
          }
          error={fault}
          onChange={(event) => {
            setTyped(event.target.value);
            setFault(null);
          }}
        />
        <Button type="submit" loading={change.isPending}>
          Set limit
        </Button>
        {limit !== null && (
          <Button
            colour="line"
            disabled={change.isPending}
            onClick={() => change.mutate({ body: { weeklyNaira: null }, key: newKey() })}
          >
            Remove limit from {monday} on
          </Button>
        )}
      </form>
    </Dialog>
  );
}

/** What was typed in whole naira, `null` for what is no limit. */
function readNaira(typed: string): number | null {
  // The Arabic sign between thousands, too.
  const digits = plainDigits(typed).replaceAll(/[\s,\u066c]/g, '');
  const naira = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return naira >= min && naira <= max ? naira : null;
}

function said({ weeklyNaira, next }: Care, now: number): string {
  const of = (naira: number | null) =>
    naira === null ? 'you have no limit' : `your limit is ${formatNaira(naira)} a week`;
  if (!next) return `From now on ${of(weeklyNaira)}`;
  return `From ${dayText(Date.parse(next.from), now)} on ${of(next.weeklyNaira)}`;
}
