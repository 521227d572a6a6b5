export interface AttackSettings {
  /** Number of kills or generated cases. */
  kills: number;
  /** True if limits in milliseconds are checked, as `make attack` does. Tests count progress instead. */
  timed?: boolean;
  log: (line: string) => void;
}

export interface AttackResult {
  /** Repeats the generated values of the run with SEED_NUMBER; 0 if there are none. */
  seed: number;
  summary: string;
  /** One sentence for each violation; empty if there is none. */
  findings: string[];
}
