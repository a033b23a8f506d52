import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmailField } from '../../../components/email-field.tsx';
import { TextArea, TextField } from '../../../components/field.tsx';
import { NetworkStrip } from '../../../components/network-strip.tsx';
import { PageScreen } from '../../../components/page-screen.tsx';
import { PhoneField } from '../../../components/phone-field.tsx';
import { toastError, toastInfo, toastSuccess, toastWarning } from '../../../components/toast.ts';
import { paths } from '../../../config/paths.ts';
import {
  CONTACT_MESSAGE_MAX,
  CONTACT_SUBJECT_MAX,
  type ContactMessage,
} from '../../../contract/contact.ts';
import { isApiError } from '../../../lib/errors.ts';
import { keyKeeper } from '../../../lib/key-keeper.ts';
import { useNetwork } from '../../../offline/use-reachable.ts';
import type { MessageEntry } from '../../../outbox/entries.ts';
import { dismissRefused, SAVED_TO_SEND } from '../../../outbox/schedule.ts';
import { keepDraft, readDraft } from '../../../session/drafts.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { type Sent, sendContact } from '../api/send-contact.ts';
import {
  blankForm,
  type ContactErrors,
  type ContactValues,
  contactDraftSchema,
  readContact,
  typedForm,
} from './contact-form.ts';
import styles from './contact-page.module.css';
import { WaitingMessages } from './waiting-messages.tsx';

/** Contact Us (flows.md#contact-us). */
export function ContactPage() {
  const line = useNetwork();
  const player = useSignedInPlayer();
  const [draft] = useState(() => readDraft(player.id, 'contact', contactDraftSchema));
  const [values, setValues] = useState<ContactValues>(draft?.values ?? blankForm(player));
  const [errors, setErrors] = useState<ContactErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const isTried = useRef(false);
  // The same message keeps its key: sent again after a failure it arrives once.
  const keyOf = useRef(keyKeeper(draft?.sent));
  // The message in the outbox that came back and stands in the form: it goes when this one has.
  const edited = useRef(draft?.edited ?? null);
  const sent = useRef(draft?.sent);

  const send = useMutation({
    mutationFn: (message: ContactMessage) =>
      sendContact(message, player.id, keyOf.current(message)),
    // What gets no answer goes on in the outbox.
    retry: false,
    onSuccess: (outcome) => {
      keyOf.current = keyKeeper();
      if (edited.current) void dismissRefused(edited.current);
      edited.current = null;
      sent.current = undefined;
      // The effect below does not run for a player who left the page before the reply.
      keepDraft(player.id, 'contact', null);
      setValues(blankForm(player));
      sayWhatCameOfIt(outcome);
    },
    onError: (error) => {
      // Signed out: the guard says so.
      if (!isApiError(error) || error.status !== 401) toastError('Network error');
    },
  });

  // The keyboard goes to the first mistake; never while somebody types.
  useEffect(() => {
    if (!isTried.current) return;
    isTried.current = false;
    if (Object.keys(errors).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    }
  }, [errors]);

  const isBlank = values.subject === '' && values.message === '';

  function keep() {
    const typed = { values, edited: edited.current, sent: sent.current };
    keepDraft(player.id, 'contact', isBlank ? null : typed);
  }
  const keepTyped = useEffectEvent(keep);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is typed is kept.
  useEffect(() => keepTyped(), [values]);

  function edit({ key, message }: MessageEntry) {
    setErrors({});
    edited.current = key;
    setValues(typedForm(message));
    // Its button goes now.
    form.current?.querySelector<HTMLElement>('[name=subject]')?.focus();
  }

  function change(changed: Partial<ContactValues>) {
    // What is written in an emptied form is another message.
    if (isBlank) edited.current = null;
    setValues((before) => ({ ...before, ...changed }));
    setErrors((before) => {
      const left = { ...before };
      for (const field of Object.keys(changed)) delete left[field as keyof ContactValues];
      return left;
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending) return;
    const read = readContact(values);
    isTried.current = true;
    setErrors('errors' in read ? read.errors : {});
    if (!('message' in read)) return;
    // Where the tab is killed before the answer, the same message goes by the same key.
    sent.current = { payload: JSON.stringify(read.message), key: keyOf.current(read.message) };
    keep();
    send.mutate(read.message);
  }

  const isBusy = send.isPending;
  const shared = (name: keyof ContactValues) => ({
    name,
    required: true,
    value: values[name],
    error: errors[name],
    readOnly: isBusy,
  });

  return (
    <PageScreen title="Contact Us" backTo={paths.home}>
      <NetworkStrip
        line={line}
        reads={[]}
        help="You can write now. We send it when you are back online."
      />
      <WaitingMessages playerId={player.id} canEdit={isBlank} onEdit={edit} />
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <EmailField {...shared('email')} onChange={(email) => change({ email })} />
        <PhoneField
          {...shared('phone')}
          enterKeyHint="next"
          onChange={(phone) => change({ phone })}
        />
        <TextField
          {...shared('subject')}
          label="Subject"
          maxLength={CONTACT_SUBJECT_MAX}
          enterKeyHint="next"
          onChange={(event) => change({ subject: event.target.value })}
        />
        <TextArea
          {...shared('message')}
          label="Message"
          maxLength={CONTACT_MESSAGE_MAX}
          onChange={(event) => change({ message: event.target.value })}
        />
        <Button type="submit" size="lg" loading={isBusy}>
          Send
        </Button>
      </form>
    </PageScreen>
  );
}

function sayWhatCameOfIt(sent: Sent): void {
  if (sent === 'sent') toastSuccess('Email sent successfully');
  else if (sent === 'saved') toastInfo(SAVED_TO_SEND);
  else {
    toastWarning(
      'This phone cannot save your message. Keep the game open: we send it when you are back online',
    );
  }
}
