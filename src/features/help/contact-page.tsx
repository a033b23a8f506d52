import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { Button } from '../../components/button.tsx';
import { EmailField, PhoneField, TextArea, TextField } from '../../components/field.tsx';
import { NetworkStrip } from '../../components/network-strip.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageScreen } from '../../components/page.tsx';
import { toastError, toastInfo, toastSuccess, toastWarning } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import {
  CONTACT_MESSAGE_MAX,
  CONTACT_SUBJECT_MAX,
  type ContactMessage,
  contactSchema,
  postContact,
} from '../../contract/contact.ts';
import type { User } from '../../contract/user.ts';
import { ApiError, isApiError, isUnanswered } from '../../lib/errors.ts';
import { keyKeeper } from '../../lib/http.ts';
import { useNetwork } from '../../offline/use-reachable.ts';
import { type MessageEntry, messageEntry } from '../../outbox/entries.ts';
import { dismissRefused, messagesAtom, queueEntry, SAVED_TO_SEND } from '../../outbox/schedule.ts';
import { nationalDigits, readTypedPhone } from '../../rules/phone.ts';
import { EMAIL_FAULT, isStandInEmail } from '../../rules/players.ts';
import { keepDraft, readDraft } from '../../session/drafts.ts';
import { playerCall } from '../../session/player-call.ts';
import { isSignedInAs, useSignedInPlayer } from '../../session/session.ts';
import styles from './contact-page.module.css';

/** Contact Us (help.md#contact-us). */
export function ContactPage() {
  const line = useNetwork();
  const player = useSignedInPlayer();
  const [draft] = useState(() => readDraft(player.id, 'contact', contactDraftSchema));
  const [values, setValues] = useState<ContactValues>(draft?.values ?? blankForm(player));
  const [errors, setErrors] = useState<ContactErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const isTried = useRef(false);
  // The same message keeps its key, so that it arrives once even if it is sent again after a failure.
  const keyOf = useRef(keyKeeper(draft?.sent));
  // The key of the refused message that is being edited. It is removed from the outbox once this one is sent.
  const edited = useRef(draft?.edited ?? null);
  const sent = useRef(draft?.sent);

  const send = useMutation({
    mutationFn: (message: ContactMessage) =>
      sendContact(message, player.id, keyOf.current(message)),
    // The outbox retries a message that got no answer.
    retry: false,
    onSuccess: (outcome) => {
      keyOf.current = keyKeeper();
      if (edited.current) void dismissRefused(edited.current);
      edited.current = null;
      sent.current = undefined;
      // The draft is deleted here, because the effect below does not run if the player has left the page.
      keepDraft(player.id, 'contact', null);
      setValues(blankForm(player));
      sayWhatCameOfIt(outcome);
    },
    onError: (error) => {
      // After a 401 the player is signed out, and the guard of the routes reports that.
      if (!isApiError(error) || error.status !== 401) toastError('Network error');
    },
  });

  // After a try to send, the focus moves to the first mistake. It never moves while somebody types.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the typed values change.
  useEffect(() => keepTyped(), [values]);

  function edit({ key, message }: MessageEntry) {
    setErrors({});
    edited.current = key;
    setValues(typedForm(message));
    // The button that was pressed is removed now, so the focus needs another place.
    form.current?.querySelector<HTMLElement>('[name=subject]')?.focus();
  }

  function change(changed: Partial<ContactValues>) {
    // A text that is typed into an emptied form is a new message, not the edited one.
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
    // The draft keeps the key, so that the message keeps it even if the tab is killed before the answer.
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

/** The type that all messages of this form have (help.md#contact-us). */
const CONTACT_TYPE = 'contact';

type ContactValues = { email: string; phone: string; subject: string; message: string };

/** The form's text, the key that it was sent with, and the key of the refused message that is edited. */
const contactDraftSchema = v.object({
  values: v.object({
    email: v.string(),
    phone: v.string(),
    subject: v.string(),
    message: v.string(),
  }),
  sent: v.optional(v.object({ payload: v.string(), key: v.string() })),
  edited: v.nullable(v.string()),
});

type ContactErrors = { [Field in keyof ContactValues]?: string };

const EMPTY: Readonly<Record<keyof ContactValues, string>> = {
  email: 'Enter your email',
  phone: 'Enter your phone number',
  subject: 'Enter a subject',
  message: 'Write your message',
};

/** The messages for values that the form itself refuses. */
const FAULTY = {
  email: EMAIL_FAULT,
  subject: 'Use letters, numbers and signs only',
  message: 'Use letters, numbers and signs only',
} as const;

function blankForm({ email, phone }: Pick<User, 'email' | 'phone'>): ContactValues {
  const own = email === null || isStandInEmail(email) ? '' : email;
  return { email: own, phone: nationalDigits(phone ?? ''), subject: '', message: '' };
}

function typedForm({ email, phone, subject, message }: ContactMessage): ContactValues {
  return { email, phone: nationalDigits(phone), subject, message };
}

function readContact(
  values: ContactValues,
): { message: ContactMessage } | { errors: ContactErrors } {
  const errors: ContactErrors = {};
  const phone = readTypedPhone(values.phone);
  if ('message' in phone) errors.phone = phone.message;
  const typed = 'phone' in phone ? { ...values, phone: phone.phone } : values;
  const read = v.safeParse(contactSchema, { ...typed, type: CONTACT_TYPE });
  for (const field of read.issues ? faultyFields(read.issues) : []) errors[field] = FAULTY[field];
  for (const field of fieldsOf(EMPTY))
    if (values[field].trim() === '') errors[field] = EMPTY[field];
  return read.success && !errors.phone ? { message: read.output } : { errors };
}

function faultyFields(issues: v.InferIssue<typeof contactSchema>[]): (keyof typeof FAULTY)[] {
  return fieldsOf(FAULTY).filter((field) => issues.some(({ path }) => path?.[0]?.key === field));
}

function fieldsOf<Field extends string>(texts: Readonly<Record<Field, string>>): Field[] {
  return Object.keys(texts) as Field[];
}

type WaitingMessagesProps = {
  playerId: string;
  canEdit: boolean;
  /** Puts a refused message into the form. It stays in the outbox until the form has sent it. */
  onEdit: (entry: MessageEntry) => void;
};

/** Lists the player's messages in the outbox: the waiting ones and the ones that the server refused. */
function WaitingMessages({ playerId, canEdit, onEdit }: WaitingMessagesProps) {
  const own = useAtomValue(messagesAtom).filter(({ ownerId }) => ownerId === playerId);
  const waiting = own.filter(({ refusal }) => !refusal).length;
  return (
    <>
      {waiting > 0 && (
        <Notice
          icon="cloud-up"
          title={
            waiting === 1 ? '1 message waiting to send' : `${waiting} messages waiting to send`
          }
          role="status"
        />
      )}
      {own.map((entry) =>
        entry.refusal ? (
          <Notice
            key={entry.key}
            kind="bad"
            title={`Not sent: ${entry.message.subject}`}
            role="alert"
            action={
              canEdit && (
                <Button size="sm" colour="line" onClick={() => onEdit(entry)}>
                  Edit
                </Button>
              )
            }
          >
            {entry.refusal.message}
          </Notice>
        ) : null,
      )}
    </>
  );
}

/** The result of sending a message: sent, saved on the phone, or kept only while the app is open. */
type Sent = 'sent' | 'saved' | 'held';

/**
 * Sends a message (help.md#contact-us). If no answer comes, the outbox sends it again with the same key, so
 * that a message whose reply was lost counts once. Throws ApiError if the server refuses the message.
 */
export async function sendContact(
  message: ContactMessage,
  playerId: string,
  key: string,
): Promise<Sent> {
  // A phone that knows it is offline does not wait 30 seconds for the call to fail.
  if (navigator.onLine) {
    try {
      await playerCall(postContact, { body: message, key });
      return 'sent';
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
  }
  // If the player signed out meanwhile, in any tab, nothing personal is stored (account.md#logout).
  if (!isSignedInAs(playerId)) throw new ApiError('You are signed out', 401, 'session/required');
  const isSaved = await queueEntry(messageEntry(message, playerId, key, Date.now()));
  return isSaved ? 'saved' : 'held';
}
