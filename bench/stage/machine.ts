import { readFileSync } from 'node:fs';
import os from 'node:os';

/** Where numbers were measured; without it they mean little. */
export interface Machine {
  processor: string;
  cores: number;
  memoryMegabytes: number;
  system: string;
  node: string;
  /** Load averages over 1, 5 and 15 minutes. */
  load: number[];
}

export function describeMachine(): Machine {
  return {
    processor: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryMegabytes: Math.round(os.totalmem() / 2 ** 20),
    system: `${os.type()} ${os.release()}`,
    node: process.version,
    load: os.loadavg().map((value) => Math.round(value * 100) / 100),
  };
}

/** Peak of a process's memory so far in MB: all of it, and what is its own and not file cache. */
export function readMemory(pid: number): { peak: number; anonymous: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { peak: megabytes('VmHWM'), anonymous: megabytes('RssAnon') };
}

/** Clock ticks a second that the kernel counts processor time in. */
const TICKS = 100;

/** Seconds of processor time that a process has used so far. Hardly depends on what else runs. */
export function readProcessorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold blanks; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
