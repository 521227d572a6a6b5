import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Random } from './random.ts';

/** Description of the machine of a measurement. */
interface Machine {
  processor: string;
  cores: number;
  memoryMegabytes: number;
  system: string;
  node: string;
  /** Load averages over 1, 5 and 15 minutes. */
  load: number[];
}

function describeMachine(): Machine {
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

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export interface Measure {
  name: string;
  value: number;
  unit: string;
  /** Required limit; missing if the number is only for comparison. */
  bar?: { atMost: number } | { atLeast: number };
  /** Explanation of the number. */
  note?: string;
}

/** The measures of one bench, with the load of the machine at its end. */
export interface BenchSection {
  title: string;
  measures: Measure[];
  load?: number[];
}

/** Settings of a stress test. */
export interface AttackSettings {
  /** Number of kills or generated cases. */
  kills: number;
  /** The same for a run with SEED_NUMBER. */
  random: Random;
  /** True if limits in milliseconds are checked, as `make attack` does. Tests count progress instead. */
  timed?: boolean;
  log: (line: string) => void;
}

export interface AttackResult {
  summary: string;
  /** One sentence for each violation; empty if there is none. */
  findings: string[];
}

export function holds({ value, bar }: Measure): boolean {
  if (!bar) return true;
  if (Number.isNaN(value)) return false;
  return 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast;
}

export const round = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100;

export function formatTable(sections: BenchSection[]): string {
  const rows = sections.flatMap(({ title, measures }) => [
    [title, '', '', ''],
    ...measures.map((measure) => [
      `  ${measure.name}`,
      `${round(measure.value)} ${measure.unit}`.trim(),
      formatBar(measure),
      measure.note ?? '',
    ]),
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map(([name = '', value = '', bar = '', note = '']) =>
      [
        name.padEnd(widths[0] ?? 0),
        value.padStart(widths[1] ?? 0),
        bar.padEnd(widths[2] ?? 0),
        note,
      ]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function formatBar(measure: Measure): string {
  if (!measure.bar) return '';
  const sign = 'atMost' in measure.bar ? `≤ ${measure.bar.atMost}` : `≥ ${measure.bar.atLeast}`;
  return `${holds(measure) ? 'ok    ' : 'FAILED'} ${sign}`;
}

/** Prints the table and writes the JSON file. @returns true if all bars hold */
export function writeReport(file: string, sections: BenchSection[], facts: object = {}): boolean {
  const measures = sections.flatMap((section) => section.measures);
  const failed = measures.filter((measure) => !holds(measure)).length;
  mkdirSync(path.dirname(file), { recursive: true });
  const report = { at: new Date().toISOString(), machine: describeMachine(), ...facts, sections };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  const bars = measures.filter((measure) => measure.bar).length;
  process.stdout.write(
    `\n${formatTable(sections)}\n\n${bars - failed} of ${bars} bars hold. ${file}\n`,
  );
  return failed === 0;
}

/** Writes a progress message with the time to the standard error. */
export function logProgress(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

/** Returns a percentile by the nearest-rank method; `share` is from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((first, second) => first - second);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}
