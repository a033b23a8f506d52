// @module-tag once
import { expect, test, vi } from 'vitest';
import { hasEntries } from '../../../src/outbox/has-entries.ts';
import { putEntry, readOutbox, removeEntry } from '../../../src/outbox/store.ts';
import { anEntry, NOON } from '../../support/builders.ts';

test('whether anything waits is known without reading what', async () => {
  expect(await hasEntries()).toBe(false);
  await putEntry(anEntry());
  expect(await hasEntries()).toBe(true);
});

test('what is read comes oldest first, and is all that there is', async () => {
  await putEntry(anEntry({ key: 'a', createdAt: NOON + 2 }));
  await putEntry(anEntry({ key: 'b', createdAt: NOON + 1 }));
  const { entries, isWhole } = await readOutbox();
  expect(entries.map(({ key }) => key)).toEqual(['b', 'a']);
  expect(isWhole).toBe(true);
});

test('a removal that the phone refused is asked for again, and done then', async () => {
  await putEntry(anEntry());
  const refusing = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('No', 'InvalidStateError');
  });
  await removeEntry('round-1');
  expect(await readOutbox()).toEqual({ entries: [], isWhole: false });
  refusing.mockRestore();
  expect(await hasEntries()).toBe(true);
  expect(await readOutbox()).toEqual({ entries: [], isWhole: true });
  expect(await hasEntries()).toBe(false);
});
