import { readFileSync } from 'node:fs';
import os from 'node:os';

/** Description of the machine of a measurement. */
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

/** Returns the peak memory of a process, and its current memory without file cache, both in MB. */
export function readMemory(pid: number): { peak: number; anonymous: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { peak: megabytes('VmHWM'), anonymous: megabytes('RssAnon') };
}

/** Clock ticks per second, the kernel's unit of processor time. */
const TICKS_PER_SECOND = 100;

/** Returns the processor time of a process in seconds, which hardly depends on other load. */
export function readProcessorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses can contain spaces. User and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
