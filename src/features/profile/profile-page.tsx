import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageLink } from '../../components/page.tsx';
import { usePageStart } from '../../components/screens.tsx';
import { toastError, toastInfo, toastSuccess, toastWarning } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import { isApiError } from '../../lib/errors.ts';
import { keyKeeper } from '../../lib/http.ts';
import type { ProfileChange, ProfileEntry } from '../../outbox/entries.ts';
import { dismissRefused, profileChangesAtom, SAVED_TO_SEND } from '../../outbox/schedule.ts';
import { keepDraft } from '../../session/drafts.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { BankSection } from './bank-section.tsx';
import { DetailsForm, type Saved, saveProfile } from './details.tsx';
import { PictureHero, usePicture } from './picture.tsx';
import styles from './profile-page.module.css';

/** The profile: picture, details and bank account (profile.md#profile-page). */
export function ProfilePage() {
  const player = useSignedInPlayer();
  const own = useAtomValue(profileChangesAtom).filter(({ ownerId }) => ownerId === player.id);
  const waiting = own.filter(({ refusal }) => !refusal);
  const picture = usePicture(player);
  // The same change keeps its key, so that it counts once even if it is sent again after a failure.
  const keyOf = useRef(keyKeeper());
  const [edited, setEdited] = useState<ProfileEntry | null>(null);
  usePageStart('Profile');

  const save = useMutation({
    mutationFn: (change: ProfileChange) => saveProfile(change, player.id, keyOf.current(change)),
    // The outbox retries a change that got no answer.
    retry: false,
    onSuccess: (saved) => {
      keyOf.current = keyKeeper();
      if (edited) void dismissRefused(edited.key);
      keepDraft(player.id, 'profile', null);
      sayWhatCameOfIt(saved);
    },
    onError: (error) => {
      // After a 401 the player is signed out, and the guard of the routes reports that.
      if (isApiError(error) && error.status === 401) return;
      toastError(isApiError(error) ? error.message : 'Your profile could not be saved. Try again.');
    },
  });

  function edit(entry: ProfileEntry) {
    // Without the draft, the form shows only the refused change that is edited.
    keepDraft(player.id, 'profile', null);
    setEdited(entry);
  }

  const begun = edited?.change ?? waiting.at(-1)?.change;
  const isSending = picture.state.step === 'sending';

  return (
    <main>
      <PictureHero player={player} picture={picture} />
      <div className={styles.page}>
        {waiting.length > 0 && (
          <Notice icon="cloud-up" title="Your changes wait to be sent" role="status">
            We send them when you are back online.
          </Notice>
        )}
        {own.map(
          (entry) =>
            entry.refusal &&
            entry !== edited && (
              <Notice
                key={entry.key}
                kind="bad"
                title="Your changes were not saved"
                role="alert"
                action={
                  <Button size="sm" colour="line" onClick={() => edit(entry)}>
                    Edit
                  </Button>
                }
              >
                {entry.refusal.message}
              </Notice>
            ),
        )}
        {/* The key makes the form open anew with the values of the refused change. */}
        <DetailsForm
          key={edited?.key ?? 'own'}
          player={player}
          begun={begun}
          isBusy={save.isPending || isSending}
          onSubmit={(change) => save.mutate(change)}
        />
        {isSending && (
          <p className={styles.small}>
            Cancel keeps your old picture. Your nickname stays as you typed it.
          </p>
        )}
        <BankSection />
        <PageLink to={paths.myData} className={styles.link ?? ''}>
          My data
        </PageLink>
        <PageLink to={paths.privacy} className={styles.link ?? ''}>
          Privacy
        </PageLink>
      </div>
    </main>
  );
}

function sayWhatCameOfIt(saved: Saved): void {
  if (saved.state === 'kept') toastSuccess(saved.message);
  else if (saved.state === 'saved') toastInfo(SAVED_TO_SEND);
  else {
    toastWarning(
      'This phone cannot save your changes. Keep the game open: we send them when you are back online',
    );
  }
}
