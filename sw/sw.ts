import { keepPictures } from './kept.ts';
import { sendResultsInBackground, tellFaults, tellFetched } from './messages.ts';
import { keepSecondLine, offerNewVersion, type ShellEntry, serveShell } from './shell.ts';

// The build finds the text `self.__WB_MANIFEST` and puts the list of files in its place.
declare const self: { __WB_MANIFEST: ShellEntry[] };

const files = self.__WB_MANIFEST;

tellFaults();
serveShell(files.filter(({ isSecond }) => !isSecond));
keepSecondLine(files.filter(({ isSecond }) => isSecond).map(({ url }) => url));
keepPictures();
sendResultsInBackground();
offerNewVersion();
tellFetched();
