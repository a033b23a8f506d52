import * as v from 'valibot';
import { type ContactMessage, contactSchema } from '../../../contract/contact.ts';
import type { User } from '../../../contract/user.ts';
import { nationalDigits, readTypedPhone } from '../../../rules/phone.ts';
import { EMAIL_FAULT, isStandInEmail } from '../../../rules/players.ts';

/** The fixed label of what this form sends (flows.md#contact-us). */
const CONTACT_TYPE = 'contact';

export type ContactValues = { email: string; phone: string; subject: string; message: string };

/** What stands in the form, the key of what it was sent by, and the message that came back and is edited. */
export const contactDraftSchema = v.object({
  values: v.object({
    email: v.string(),
    phone: v.string(),
    subject: v.string(),
    message: v.string(),
  }),
  sent: v.optional(v.object({ payload: v.string(), key: v.string() })),
  edited: v.nullable(v.string()),
});

export type ContactErrors = { [Field in keyof ContactValues]?: string };

const EMPTY: Readonly<Record<keyof ContactValues, string>> = {
  email: 'Enter your email',
  phone: 'Enter your phone number',
  subject: 'Enter a subject',
  message: 'Write your message',
};

/** What is wrong with a phone, its own rule says. */
const FAULTY = {
  email: EMAIL_FAULT,
  subject: 'Use letters, numbers and signs only',
  message: 'Use letters, numbers and signs only',
} as const;

export function blankForm({ email, phone }: Pick<User, 'email' | 'phone'>): ContactValues {
  const own = email === null || isStandInEmail(email) ? '' : email;
  return { email: own, phone: nationalDigits(phone ?? ''), subject: '', message: '' };
}

export function typedForm({ email, phone, subject, message }: ContactMessage): ContactValues {
  return { email, phone: nationalDigits(phone), subject, message };
}

export function readContact(
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
