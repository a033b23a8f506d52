import 'fake-indexeddb/auto';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { fakeApi } from './fake-api.ts';

configure({
  // A busy machine takes longer than the default second.
  asyncUtilTimeout: 10_000,
  getElementError: notFound,
});

let isTestRunning = false;

// An unexpected call is a fault of the test or of the app. A call that an ended test had just begun
// belongs to no test: it gets no answer.
beforeAll(() =>
  fakeApi.listen({
    onUnhandledFrame: ({ defaults }) => {
      if (isTestRunning) defaults.error();
    },
  }),
);
afterAll(() => fakeApi.close());

const consoleError = vi.fn();

beforeEach(() => {
  isTestRunning = true;
  consoleError.mockReset();
  console.error = consoleError;
});

afterEach(async () => {
  isTestRunning = false;
  toast.remove();
  cleanup();
  fakeApi.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  const databases = await indexedDB.databases();
  // An open store of a module under test would block its deletion: each one is emptied instead.
  await Promise.all(databases.map(({ name }) => name && emptyDatabase(name)));
  expect(consoleError.mock.calls, 'console.error was called').toEqual([]);
});

/** Prints the page when a test fails, and not at each attempt of a wait. */
function notFound(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => `${message}\n\n${prettyDOM(container)}`,
  });
}

function emptyDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const stores = [...database.objectStoreNames];
      if (stores.length === 0) {
        database.close();
        return resolve();
      }
      const transaction = database.transaction(stores, 'readwrite');
      for (const store of stores) transaction.objectStore(store).clear();
      transaction.oncomplete = () => {
        database.close();
        resolve();
      };
      transaction.onerror = () => reject(transaction.error);
    };
  });
}
