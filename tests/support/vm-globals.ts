import * as streams from 'node:stream/web';

// jsdom in a context of its own lacks Node's web streams, which the fake API answers with.
Object.assign(globalThis, streams);
