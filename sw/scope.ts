/** Background Sync, which the standard library's types leave out. */
type SyncEvent = ExtendableEvent & { tag: string };

type OwnScope = ServiceWorkerGlobalScope & {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
};

declare const self: OwnScope;

/** The global object of the service worker. */
export const ownScope: OwnScope = self;
