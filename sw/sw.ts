import type { PrecacheEntry } from 'workbox-precaching';
import { SECOND_LINE } from '../src/config/second-line.ts';
import { offerNewVersion } from './new-version.ts';
import { keepPictures } from './pictures.ts';
import { keepSecondLine } from './second-line.ts';
import { sendResultsInBackground } from './send-results.ts';
import { serveShell } from './shell.ts';
import { tellFetched } from './tell-fetched.ts';

// The build looks for this very expression and puts the list of files in its place.
declare const self: { __WB_MANIFEST: PrecacheEntry[] };

const files = self.__WB_MANIFEST;
const isSecond = ({ url }: PrecacheEntry) => SECOND_LINE.test(url);

serveShell(files.filter((file) => !isSecond(file)));
keepSecondLine(files.filter(isSecond).map(({ url }) => url));
keepPictures();
sendResultsInBackground();
offerNewVersion();
tellFetched();
