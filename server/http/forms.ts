import type { FastifyRequest } from 'fastify';
import { Refusal, TOO_LARGE } from './errors.ts';

/** Twice the fields that any form of ours has. */
const PARTS_MAX = 20;
const FILES_MAX = 1;
/** A part's name and its file's, in any script. */
const HEAD_MAX_BYTES = 2 * 1024;
/** An empty one before them, what it is, of which kind, and how it is written. */
const HEAD_MAX_LINES = 5;
/** Longer than any text that a form of ours takes. */
const TEXT_MAX_BYTES = 4 * 1024;
/** Some write an empty line around a form. */
const AROUND_MAX_BYTES = 4;

/** Behind the last delimiter. */
const END = Buffer.from('--');

const FORM_TYPE =
  /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+.-]{1,70}))\s*(?:;|$)/i;

/** Whether a call's endpoint takes a form: an upload. */
export function takesForm({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.bodyAs === 'form';
}

/**
 * A form's fields by their names, the last of each; whoever reads them checks that a text is one.
 * The parser takes as long as somebody makes a form hard: its parts are bounded before. Throws Refusal 413
 * `request/too-large`, 400 `request/invalid` for what is none.
 */
export async function readForm(type: string, bytes: Buffer): Promise<unknown> {
  const [, quoted, plain] = FORM_TYPE.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw noForm();
  bound(bytes, Buffer.from(`--${boundary}`));
  // Not the type as it came: two parsers could find two boundaries in it.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` };
  const form = await new Response(bytes as Buffer<ArrayBuffer>, { headers })
    .formData()
    .catch(() => {
      throw noForm();
    });
  return Object.fromEntries(form);
}

function bound(bytes: Buffer, delimiter: Buffer): void {
  let files = 0;
  let at = bytes.indexOf(delimiter);
  if (at === -1 || at > AROUND_MAX_BYTES) throw noForm();
  for (let parts = 0; ; parts += 1) {
    const start = at + delimiter.length;
    at = bytes.indexOf(delimiter, start);
    if (at === -1) {
      if (!bytes.subarray(start, start + END.length).equals(END)) throw noForm();
      if (bytes.length - start > END.length + AROUND_MAX_BYTES) throw TOO_LARGE;
      return;
    }
    const part = bytes.subarray(start, at);
    const headEnd = part.subarray(0, HEAD_MAX_BYTES).indexOf('\r\n\r\n');
    if (headEnd === -1 && part.length < HEAD_MAX_BYTES) throw noForm();
    if (headEnd === -1 || parts === PARTS_MAX) throw TOO_LARGE;
    const head = part.toString('latin1', 0, headEnd);
    if (head.split('\r\n').length > HEAD_MAX_LINES) throw TOO_LARGE;
    if (/;\s*filename\*?=/i.test(head)) files += 1;
    else if (part.length - headEnd > TEXT_MAX_BYTES) throw TOO_LARGE;
    if (files > FILES_MAX) throw TOO_LARGE;
  }
}

export function noForm(): Refusal {
  return new Refusal(400, 'request/invalid', 'The body of this call must be a form.');
}
