import { type FormEvent, useState } from 'react';
import { IconButton } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { drawPath } from '../../../config/paths.ts';
import type { Draw } from '../../../contract/raffle.ts';
import { messageOf } from '../../../lib/errors.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { readTicketCode } from '../../../rules/ticket-code.ts';
import { findTicket } from '../api/draw.ts';
import { monthBeside, monthName } from './month-name.ts';
import styles from './ticket-finder.module.css';
import { isInList } from './verify.ts';

type Told =
  | { is: 'in'; code: string; index: number }
  | { is: 'out' }
  | { is: 'fault'; text: string };

/** Whether a ticket was in a sealed list, by its own path to the list's seal. */
export function TicketFinder({ draw }: { draw: Draw }) {
  const [typed, setTyped] = useState('');
  const [told, setTold] = useState<Told | null>(null);
  const [isBusy, setBusy] = useState(false);
  const fault = told?.is === 'fault' ? told.text : null;

  async function find(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setTold(await lookUp(draw, typed));
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void find(event)}>
      <TextField
        label="Was my ticket in?"
        aside={monthName(draw.month)}
        error={fault}
        value={typed}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setTyped(target.value);
          setTold(null);
        }}
        trailing={
          <IconButton
            icon="search"
            type="submit"
            aria-label="Find this ticket"
            aria-busy={isBusy || undefined}
            className={styles.find}
          />
        }
      />
      {/* Always there: a live region that appears with its text is not read out. */}
      <div role="status">
        {told?.is === 'in' && (
          <p className={styles.in}>
            <Icon name="check" size={18} />
            <span>
              Yes. {told.code} is ticket {formatNumber(told.index + 1)} of{' '}
              {formatNumber(draw.tickets)}.
            </span>
          </p>
        )}
        {told?.is === 'out' && <NotIn month={draw.month} />}
      </div>
    </form>
  );
}

async function lookUp(draw: Draw, typed: string): Promise<Told> {
  const code = readTicketCode(typed);
  if (!code) {
    return { is: 'fault', text: 'This is no ticket code. Look at My tickets, and type all of it.' };
  }
  try {
    const ticket = await findTicket(draw.month, code);
    if (!ticket) return { is: 'out' };
    const { index } = ticket;
    const isProven = ticket.code === code && (await isInList(draw, ticket));
    if (isProven) return { is: 'in', code, index };
    return { is: 'fault', text: 'We say that it was in, but the seal does not. Contact Us.' };
  } catch (error) {
    return { is: 'fault', text: messageOf(error) };
  }
}

/** A ticket belongs to the first close after it was earned: it may be in a month beside this one. */
function NotIn({ month }: { month: string }) {
  const beside = [-1, 1].map((by) => monthBeside(month, by));
  return (
    <p className={styles.out}>
      <Icon name="info" size={18} />
      <span>
        This ticket is not in {monthName(month)}’s list. It may be in the list of{' '}
        {beside.map((other, index) => (
          <span key={other}>
            {index > 0 && ' or '}
            <PageLink to={drawPath(other)}>{monthName(other)}</PageLink>
          </span>
        ))}
        .
      </span>
    </p>
  );
}
