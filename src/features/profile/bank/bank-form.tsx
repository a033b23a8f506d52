import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { paths } from '../../../config/paths.ts';
import type { Bank } from '../../../contract/banks.ts';
import type { User } from '../../../contract/user.ts';
import { isApiError } from '../../../lib/errors.ts';
import { digitsOf } from '../../../rules/numbers.ts';
import { ACCOUNT_DIGITS } from '../../../rules/players.ts';
import { accountNameQuery } from '../api/banks.ts';
import styles from './bank-form.module.css';
import { type BankTrouble, type Wanted, wordsOf } from './use-add-bank.ts';

type Props = {
  player: User;
  bank: Bank | null;
  number: string;
  trouble: BankTrouble | null;
  isBusy: boolean;
  onPick: () => void;
  onType: (number: string) => void;
  onSubmit: (wanted: Wanted) => void;
  /** Takes a trouble away. */
  onAnother: () => void;
};

/** Bank and number; the name is asked for at the tenth digit (flows.md#bank-account). */
export function BankForm({
  player,
  bank,
  number,
  trouble,
  isBusy,
  onPick,
  onType,
  onSubmit,
  onAnother,
}: Props) {
  const id = useId();
  const root = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const {
    data: name,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...accountNameQuery(player.id, bank?.code ?? '', number),
    enabled: bank !== null && number.length === ACCOUNT_DIGITS,
  });
  const isTaken = trouble?.is === 'taken';
  const isUnresolved = isApiError(error, 'bank/unresolved');
  const fault =
    error && !isFetching ? wordsOf(error) : trouble?.is === 'other' ? trouble.message : null;

  // Where work is left: it comes up anew after the list, which took the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it comes up.
  useEffect(() => {
    root.current?.querySelector<HTMLElement>(bank ? 'input' : 'button')?.focus();
  }, []);

  const type = (typed: string) => {
    const digits = digitsOf(typed);
    if (!isBusy && digits.length <= ACCOUNT_DIGITS) onType(digits);
  };
  const useAnother = () => {
    onAnother();
    root.current?.querySelector('input')?.focus();
  };

  return (
    <form
      ref={root}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (bank && name && !isBusy && !isTaken) onSubmit({ bank, number, name });
      }}
    >
      <div>
        <span id={`${id}-label`} className={styles.label}>
          Bank
        </span>
        <button
          type="button"
          className={styles.choose}
          aria-labelledby={`${id}-label ${id}-bank`}
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || onPick()}
        >
          <span id={`${id}-bank`}>{bank?.name ?? 'Choose your bank'}</span>
          <Icon name="chev-down" />
        </button>
      </div>
      {/* No maxLength: it would cut a pasted "0123 456 789" before the spaces are gone. */}
      <TextField
        label="Account number"
        aside={`${number.length} of ${ACCOUNT_DIGITS}`}
        name="account-number"
        inputMode="numeric"
        autoComplete="off"
        value={number}
        onChange={({ target }) => type(target.value)}
        error={fault}
        hint={!bank && number.length === ACCOUNT_DIGITS ? 'Choose your bank first' : undefined}
        readOnly={isBusy}
        trailing={
          isFetching && (
            <span className={styles.looking} role="status">
              <Spinner />
              <span className="vh">Please wait</span>
            </span>
          )
        }
      />
      {name && !isFetching && !isTaken && (
        <>
          <Notice kind="ok" role="status">
            The bank says this is
            <b className={styles.name} translate="no">
              {name}
            </b>
          </Notice>
          <Hint icon="info">
            Is that you? Cash goes only to this name. To keep it safe, payments wait a day.
          </Hint>
        </>
      )}
      {trouble?.is === 'proof-needed' && (
        <Notice kind="warn" role="alert" title="Sign in again first">
          {trouble.message}
        </Notice>
      )}
      {isTaken ? (
        <>
          <Notice kind="bad" role="alert" title="Another player has this account">
            One bank account is for one player. If this one is yours, write to us. We look at it
            with you.
          </Notice>
          <Button size="lg" onClick={useAnother}>
            Use another account
          </Button>
          <Button colour="line" icon="mail" onClick={() => navigate(paths.contact)}>
            Contact Us
          </Button>
        </>
      ) : error && !isUnresolved ? (
        <Button size="lg" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      ) : (
        <Button type="submit" size="lg" loading={isBusy} disabled={!name || isFetching}>
          Submit
        </Button>
      )}
    </form>
  );
}
