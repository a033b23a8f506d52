/** Background Sync, which the standard library's types leave out. */
type SyncEvent = ExtendableEvent & { tag: string };

type OwnScope = ServiceWorkerGlobalScope & {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
};

declare const self: OwnScope;

/** The service worker's own global. */
export const ownScope: OwnScope = self;
