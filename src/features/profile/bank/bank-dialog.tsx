import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { Button } from '../../../components/button.tsx';
import { CodeForm } from '../../../components/code-form.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { bankSchema } from '../../../contract/banks.ts';
import type { User } from '../../../contract/user.ts';
import { isNetworkError, NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import { CODE_DIGITS } from '../../../rules/players.ts';
import { keepDraft, readDraft } from '../../../session/drafts.ts';
import { bankListQuery } from '../api/banks.ts';
import styles from './bank-dialog.module.css';
import { BankForm } from './bank-form.tsx';
import { BankPicker } from './bank-picker.tsx';
import { useAddBank, type Wanted } from './use-add-bank.ts';

const draftSchema = v.object({ bank: v.nullable(bankSchema), number: v.string() });

type Account = v.InferOutput<typeof draftSchema>;

type Props = { player: User; isChange: boolean; onClose: () => void };

/** Adds an account, or changes it: form, choice of the bank and code stand in one dialog. */
export function BankDialog({ player, isChange, onClose }: Props) {
  const banks = useQuery(bankListQuery(player.id));
  const [isPicking, setPicking] = useState(false);
  const [{ bank, number }, setAccount] = useState<Account>(
    () => readDraft(player.id, 'bank', draftSchema) ?? { bank: null, number: '' },
  );
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const close = () => {
    keepDraft(player.id, 'bank', null);
    onClose();
  };
  const add = useAddBank(player, close);
  /** Also where a killed tab finds it again. */
  const write = (account: Account) => {
    setAccount(account);
    keepDraft(player.id, 'bank', account);
    add.reset();
  };
  const back = () => setPicking(false);

  const title = isChange ? 'Change bank account' : 'Add bank account';
  if (add.due && wanted) {
    return (
      <Dialog title={title} onClose={add.reset}>
        <CodeForm
          digits={CODE_DIGITS}
          resendAt={add.due.resendAt}
          action="Submit"
          back="Back"
          error={add.trouble?.message ?? null}
          busy={add.isPending}
          onSubmit={(code) => add.submit(wanted, code)}
          onResend={() => add.submit(wanted)}
          onBack={add.reset}
        >
          To keep your money safe we sent {CODE_DIGITS} digits by SMS to your phone number.
        </CodeForm>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={isPicking ? back : close}>
      <div key={String(isPicking)} className={styles.step}>
        {isPicking && banks.data ? (
          <BankPicker
            banks={banks.data}
            chosen={bank}
            onChoose={(chosen) => {
              write({ bank: chosen, number });
              back();
            }}
            onBack={back}
          />
        ) : banks.error && !banks.isFetching ? (
          <>
            <Notice kind="warn" icon="wifi-off" role="alert">
              {isNetworkError(banks.error) ? NO_NETWORK_MESSAGE : 'Error, Please try again'}
            </Notice>
            <Button size="lg" onClick={() => void banks.refetch()}>
              Try again
            </Button>
          </>
        ) : (
          <BankForm
            player={player}
            bank={bank}
            number={number}
            trouble={add.trouble}
            isBusy={add.isPending}
            onPick={() => setPicking(true)}
            onType={(typed) => write({ bank, number: typed })}
            onSubmit={(submitted) => {
              setWanted(submitted);
              add.submit(submitted);
            }}
            onAnother={add.reset}
          />
        )}
      </div>
    </Dialog>
  );
}
