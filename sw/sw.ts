import type { PrecacheEntry } from 'workbox-precaching';
import { offerNewVersion } from './new-version.ts';
import { keepPictures } from './pictures.ts';
import { sendResultsInBackground } from './send-results.ts';
import { serveShell } from './shell.ts';

// The build looks for this very expression and puts the list of files in its place.
declare const self: { __WB_MANIFEST: (PrecacheEntry | string)[] };

serveShell(self.__WB_MANIFEST);
keepPictures();
sendResultsInBackground();
offerNewVersion();
