import { expect, onTestFinished, test, vi } from 'vitest';
import { expectRefused, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();
const MEGABYTE = 2 ** 20;
const BOUNDARY = 'form-boundary';

const partOf = (name: string, text: string, head = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${text}\r\n`;
const formOf = (...parts: string[]) => `${parts.join('')}--${BOUNDARY}--\r\n`;

const send = (
  player: TestPlayer,
  body: string,
  type = `multipart/form-data; boundary=${BOUNDARY}`,
) =>
  server().call('PUT', '/user', {
    headers: { authorization: `Bearer ${player.token}`, 'content-type': type },
    body: Buffer.from(body),
  });

/** Whether anything has been parsed as a form. */
function watchParsing() {
  const parsed = vi.spyOn(Response.prototype, 'formData');
  onTestFinished(() => parsed.mockRestore());
  return parsed;
}

const file = (bytes: string) => partOf('image', bytes, '; filename="me.jpg"');
const name = (text: string) => partOf('name', text);

test.each([
  ['too many parts', formOf(name('Ada').repeat(21))],
  ['thirty thousand parts', formOf(partOf('a', '').repeat(30_000))],
  ['a head of a megabyte', formOf(partOf('name', 'Ada', `\r\nX: ${'x'.repeat(MEGABYTE)}`))],
  ['a head of half a million lines', formOf(partOf('name', 'Ada', '\r\nX:'.repeat(MEGABYTE / 8)))],
  ['a head of many lines', formOf(partOf('name', 'Ada', '\r\nX:'.repeat(9)))],
  ['a name of a megabyte', formOf(partOf('n'.repeat(MEGABYTE), 'Ada'))],
  ['a text of a megabyte', formOf(name('a'.repeat(MEGABYTE)))],
  ['two files', formOf(file('one'), file('two'))],
  ['much behind its end', `${formOf(name('Ada'))}${'\r\n'.repeat(MEGABYTE / 2)}`],
])('a form with %s is refused before it is parsed', async (_what, body) => {
  const player = await server().signUp();
  const parsed = watchParsing();
  await expectRefused(server(), () => send(player, body), 413, 'request/too-large');
  expect(parsed).not.toHaveBeenCalled();
});

test.each([
  ['much before its first part', `${'\r\n'.repeat(MEGABYTE / 2)}${formOf(name('Ada'))}`],
  ['another boundary', formOf(name('Ada')).replaceAll(BOUNDARY, 'another')],
])('a form with %s is none', async (_what, body) => {
  const player = await server().signUp();
  const parsed = watchParsing();
  await expectRefused(server(), () => send(player, body), 400, 'request/invalid');
  expect(parsed).not.toHaveBeenCalled();
});

test('a form is parsed by the boundary that it was bounded by', async () => {
  const player = await server().signUp();
  const hidden = formOf(partOf('a', '').repeat(50)).replaceAll(BOUNDARY, 'other');
  const [one, two] = [`boundary=${BOUNDARY}`, 'boundary=other'];
  for (const type of [`${one}; ${two}`, `${two}; ${one}`]) {
    const both = () => send(player, formOf(name(hidden)), `multipart/form-data; ${type}`);
    // For one parser the name is too long, for the other it does not begin.
    const { status } = await both();
    expect([400, 422]).toContain(status);
  }
  const odd = () =>
    send(player, formOf(name('Ada')), `multipart/form-data; boundary="${BOUNDARY}\\""`);
  await expectRefused(server(), odd, 400, 'request/invalid');
});

test('a form with every field that there is, and a picture’s long name, is read', async () => {
  const player = await server().signUp();
  const fields = { name: 'Ada Obi', email: 'ada@example.ng', dark: 'true', gender: 'female' };
  const texts = Object.entries(fields).map(([field, text]) => partOf(field, text));
  const image = partOf('imageName', `${'é'.repeat(250)}.jpg`);
  const reply = await send(
    player,
    formOf(...texts, image),
    `multipart/form-data; boundary="${BOUNDARY}"`,
  );
  expect(reply.status).toBe(200);
  expect(await player.user()).toMatchObject({ name: 'Ada Obi', email: 'ada@example.ng' });
});
