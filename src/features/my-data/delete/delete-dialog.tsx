import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { CodeForm } from '../../../components/code-form.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { DELETE_WORD } from '../../../contract/my-data.ts';
import type { User } from '../../../contract/user.ts';
import { CODE_DIGITS } from '../../../rules/players.ts';
import styles from './delete-card.module.css';
import { lostSentence } from './lost-text.ts';
import { useDelete } from './use-delete.ts';

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
