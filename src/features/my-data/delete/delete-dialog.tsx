import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { deleteUser } from '../../../contract/endpoints/my-data.ts';
import { DELETE_WORD } from '../../../contract/my-data.ts';
import type { User } from '../../../contract/user.ts';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { playerCall } from '../../../session/player-call.ts';
import styles from './delete-card.module.css';
import { lostText } from './lost-text.ts';

type Props = {
  player: User;
  onDeleted: (playerId: string) => Promise<void>;
  onSignOut: () => Promise<void>;
  onClose: () => void;
};

/** Asks for the word before the account is deleted: only the two buttons lead out. */
export function DeleteDialog({ player, onDeleted, onSignOut, onClose }: Props) {
  const [word, setWord] = useState('');
  const [isWrong, setWrong] = useState(false);
  // One for all tries: after a lost reply the same call tells that it was done.
  const [key] = useState(newKey);
  const remove = useMutation({
    mutationFn: () => playerCall(deleteUser, { body: { word: DELETE_WORD }, key }),
    onSuccess: () => onDeleted(player.id),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const isRight = word.trim().toUpperCase() === DELETE_WORD;
    setWrong(!isRight);
    if (isRight && !remove.isPending) remove.mutate();
  }

  if (isApiError(remove.error, 'session/not-fresh')) {
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
  return (
    <Dialog title="Delete your account?" blocking>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p>
          <b>{lostText(player)} are lost.</b> Nobody can bring the account back, and signing up
          again gives no new coins or plays.
        </p>
        {remove.error && (
          <Notice kind="bad" role="alert">
            {faultOf(remove.error)}
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

function faultOf(error: unknown): string {
  if (isNetworkError(error)) return NO_NETWORK_MESSAGE;
  if (isApiError(error, 'billing/unavailable')) {
    return 'Your network did not answer, so it could still charge you. Nothing was deleted. Please try again later.';
  }
  return 'Unable to delete your account. Please try again.';
}
