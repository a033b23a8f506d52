import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import * as v from 'valibot';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CodeForm } from '../../components/code-form.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { DELETE_WORD, deleteUser } from '../../contract/my-data.ts';
import { noMetaSchema, type User } from '../../contract/user.ts';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { keyKeeper } from '../../lib/http.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { CODE_DIGITS } from '../../rules/players.ts';
import { playerCall } from '../../session/player-call.ts';
import styles from './delete-account.module.css';

type DeleteCardProps = {
  player: User;
  owed: ReactNode;
  onDeleted: (playerId: string) => Promise<void>;
  onSignOut: () => Promise<void>;
};

/** Lists what is deleted with the account and what the law makes us keep, and offers the deletion. */
export function DeleteCard({ player, owed, onDeleted, onSignOut }: DeleteCardProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title="Delete my account">
      <div>
        <p className={styles.lead}>This goes at once</p>
        <ul>
          <Row icon="cross">Picture, nickname, email and bank account</Row>
          <Row icon="cross">{lostText(player)}, with games not finished</Row>
          <Row icon="cross">Your name on boards: it reads Deleted player</Row>
          <Row icon="cross">Your messages to us, and every sign-in</Row>
        </ul>
      </div>
      <div>
        <p className={styles.lead}>The law makes us keep this for 6 years</p>
        <ul>
          <Row icon="lock">What you paid, what you said yes to and what we paid you</Row>
        </ul>
      </div>
      <p className={styles.small}>
        A plan you paid for does not come back as money. Your network and your card are not charged
        again.
      </p>
      {owed}
      <Button colour="danger" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {isAsking && (
        <DeleteDialog
          player={player}
          onDeleted={onDeleted}
          onSignOut={onSignOut}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function Row({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className={styles.row}>
      <Icon name={icon} size={20} className={icon === 'cross' ? styles.goes : styles.stays} />
      <span>{children}</span>
    </li>
  );
}

type DeleteDialogProps = {
  player: User;
  onDeleted: (playerId: string) => Promise<void>;
  onSignOut: () => Promise<void>;
  onClose: () => void;
};

/** Asks the player to type a word before the account is deleted. Only its two buttons close the dialog. */
function DeleteDialog({ player, onDeleted, onSignOut, onClose }: DeleteDialogProps) {
  const [word, setWord] = useState('');
  const [isWrong, setWrong] = useState(false);
  const remove = useDelete(() => onDeleted(player.id));

  function submit(event: FormEvent) {
    event.preventDefault();
    const isRight = word.trim().toUpperCase() === DELETE_WORD;
    setWrong(!isRight);
    if (isRight) remove.submit(null);
  }

  if (remove.mustSignIn) {
    return (
      <Dialog title="Sign in again first" blocking>
        <div className={styles.form}>
          <p>
            So that nobody else deletes your account: log out, sign in again, and come back here
            within 15 minutes.
          </p>
          <Button onClick={() => void onSignOut()}>Log out</Button>
          <Button colour="line" onClick={onClose}>
            Keep my account
          </Button>
        </div>
      </Dialog>
    );
  }
  if (remove.due) {
    return (
      <Dialog title="Delete your account?" blocking>
        <CodeForm
          digits={CODE_DIGITS}
          resendAt={remove.due.resendAt}
          action="Delete account"
          back="Keep my account"
          error={remove.fault}
          busy={remove.isPending}
          onSubmit={remove.submit}
          onResend={() => remove.submit(null)}
          onBack={onClose}
        >
          So that nobody else deletes your account we sent {CODE_DIGITS} digits by SMS to your phone
          number.
        </CodeForm>
      </Dialog>
    );
  }
  return (
    <Dialog title="Delete your account?" blocking>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p>
          <b>{lostSentence(player)}</b> Nobody can bring the account back, and signing up again
          gives no new coins or plays.
        </p>
        {remove.fault && (
          <Notice kind="bad" role="alert">
            {remove.fault}
          </Notice>
        )}
        <TextField
          label={`Type ${DELETE_WORD}`}
          name="word"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={word}
          onChange={(event) => setWord(event.target.value)}
          error={isWrong ? `Type the word ${DELETE_WORD} to go on` : null}
          readOnly={remove.isPending}
        />
        <Button type="submit" colour="danger" loading={remove.isPending}>
          Delete account
        </Button>
        <Button colour="line" disabled={remove.isPending} onClick={onClose}>
          Keep my account
        </Button>
      </form>
    </Dialog>
  );
}

/** Names what the player loses: `Your 750 coins`, and unplayed tickets of Millionaire Rush. */
function lostText({ pointBalance, rushTickets }: User): string {
  const coins = `Your ${counted(pointBalance ?? 0, 'coin')}`;
  if (!rushTickets) return coins;
  return `${coins} and ${counted(rushTickets, 'ticket')} of Millionaire Rush`;
}

/** Says in a sentence what the player loses: `Your 1 coin is lost.` */
function lostSentence(player: User): string {
  const isOne = player.pointBalance === 1 && !player.rushTickets;
  return `${lostText(player)} ${isOne ? 'is' : 'are'} lost.`;
}

function counted(count: number, what: string): string {
  return `${formatNumber(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** A code that was sent, and the time from which another code can be sent, in epoch milliseconds. */
type DueCode = { id: string; resendAt: number };

/** Deletes the account. The server may ask for a code if the sign-in is old (sign-in.md#fresh-proof). */
function useDelete(onDeleted: () => Promise<void>) {
  // A repeated call has the same key, so that after a lost reply it confirms the deletion.
  const keyOf = useRef(keyKeeper());
  const [due, setDue] = useState<DueCode | null>(null);
  const remove = useMutation({
    mutationFn: (code: string | null) =>
      deleteAccount(due && code !== null ? { challenge: due.id, code } : null, keyOf.current),
    onSuccess: async (sent) => {
      if (sent === null) await onDeleted();
      else setDue({ id: sent.id, resendAt: Date.now() + sent.resendAfter * 1000 });
    },
  });
  return {
    due,
    isPending: remove.isPending,
    mustSignIn: isApiError(remove.error, 'session/not-fresh'),
    fault: remove.error ? faultOf(remove.error) : null,
    /** Asks for the deletion. `code` is what the player typed; `null` if no code has been sent. */
    submit: (code: string | null) => remove.isPending || remove.mutate(code),
  };
}

function faultOf(error: unknown): string {
  if (isNetworkError(error)) return NO_NETWORK_MESSAGE;
  if (isApiError(error, 'billing/unavailable')) {
    return 'Your network did not answer, so it could still charge you. Nothing was deleted. Please try again later.';
  }
  const isTold =
    isApiError(error, 'payout/on-its-way') ||
    (isApiError(error) && (error.status === 429 || error.code.startsWith('challenge/')));
  return isTold ? error.message : 'Unable to delete your account. Please try again.';
}

/** The player's answer to a code that was sent. */
type Answer = { challenge: string; code: string };

/** Deletes the account and gives `null`; if the server sends a code first, gives that code's challenge. */
async function deleteAccount(answer: Answer | null, keyOf: (body: unknown) => string) {
  const body = { word: DELETE_WORD, ...answer } as const;
  try {
    await playerCall(deleteUser, { body, key: keyOf(body) });
    return null;
  } catch (error) {
    const sent = challengeOf(error);
    if (sent === null) throw error;
    return sent;
  }
}

function challengeOf(error: unknown) {
  if (!isApiError(error, 'user/challenge')) return null;
  const meta = v.safeParse(noMetaSchema, error.meta);
  return meta.success ? (meta.output.challenge ?? null) : null;
}
