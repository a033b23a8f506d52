import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
export const MS_PER_TICK = 10;
const LOOKED_AT_EVERY_MS = 500;
/** What a PostgreSQL does beside its connections; another database's part in it is not told apart. */
const BESIDE = /^postgres: (.*: )?(?:\S+\/\S+: )?(walwriter|checkpointer|background writer)/;

/** The processor time that a process has taken, in milliseconds; 0 for none. */
export function cpuMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return 0;
  }
}

/** The memory of a process, in bytes. */
export function memoryOf(pid: number): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** The processes of a database on this machine: its connections, and what writes beside them. */
function processesOf(database: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const title = titleOf(pid);
      return (
        title.startsWith('postgres: ') && (title.includes(` ${database} `) || BESIDE.test(title))
      );
    });
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Adds up what a database's processes take, those too that come and go meanwhile. */
export function watchDatabase(database: string): () => number {
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  const look = () => {
    for (const pid of processesOf(database)) {
      const taken = cpuMsOf(pid);
      if (!first.has(pid)) first.set(pid, isBegun ? 0 : taken);
      last.set(pid, taken);
    }
  };
  let isBegun = false;
  look();
  isBegun = true;
  const timer = setInterval(look, LOOKED_AT_EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return [...last].reduce((sum, [pid, taken]) => sum + taken - (first.get(pid) ?? 0), 0);
  };
}
