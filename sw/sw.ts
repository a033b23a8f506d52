import { SECOND_LINE } from '../src/config/second-line.ts';
import { offerNewVersion } from './new-version.ts';
import { keepPictures } from './pictures.ts';
import { keepSecondLine } from './second-line.ts';
import { sendResultsInBackground } from './send-results.ts';
import { type ShellEntry, serveShell } from './shell.ts';
import { tellFaults } from './tell-faults.ts';
import { tellFetched } from './tell-fetched.ts';

// The build looks for this very expression and puts the list of files in its place.
declare const self: { __WB_MANIFEST: ShellEntry[] };

const files = self.__WB_MANIFEST;
const isSecond = ({ url }: ShellEntry) => SECOND_LINE.test(url);

tellFaults();
serveShell(files.filter((file) => !isSecond(file)));
keepSecondLine(files.filter(isSecond).map(({ url }) => url));
keepPictures();
sendResultsInBackground();
offerNewVersion();
tellFetched();
