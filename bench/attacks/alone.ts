import type { AttackResult, AttackSettings } from './kill-while-publishing.ts';

/** Runs one attack from the command line: `node bench/attacks/….ts [how many]`. */
export async function runAlone(
  title: string,
  attack: (settings: AttackSettings) => Promise<AttackResult>,
  usual: number,
): Promise<void> {
  const kills = Number(process.argv[2] ?? usual);
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const { seed, summary, findings } = await attack({ kills, log });
  process.stdout.write(`${title}: ${summary}, ${findings.length} findings, seed ${seed}\n`);
  process.exit(findings.length === 0 ? 0 : 1);
}
