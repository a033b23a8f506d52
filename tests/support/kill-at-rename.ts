import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

// Loaded before a program: the system kills it once it has given a folder the name that KILL_AT begins.

const rename = fs.renameSync;
fs.renameSync = (from, to) => {
  rename(from, to);
  if (basename(String(to)).startsWith(process.env.KILL_AT ?? ''))
    process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
