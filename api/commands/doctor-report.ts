import type { CheckResult } from '#contracts/ready.ts';

/** Names of variables whose values may not appear in a report. */
const secretNames = /SECRET|PASSWORD|TOKEN|KEY|DSN|_URL$/;
/** Shorter values could be part of ordinary words. */
const SECRET_MIN = 4;

/** Returns the secrets among the variables: values of secret variables, and passwords in URLs. */
function secretsIn(variables: Record<string, string | undefined>): string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (!value || !secretNames.test(name)) return [];
    if (!URL.canParse(value)) return value.length >= SECRET_MIN ? [value] : [];
    const { username, password, search } = new URL(value);
    return [username, password, search.slice(1)]
      .flatMap((part) => [part, decode(part)])
      .filter((part) => part.length >= SECRET_MIN);
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A password with a bare percent sign.
    return text;
  }
}

const width = { state: 8, name: 13 };

/** Exit code of a report: 0 if everything is ok, 1 with warnings, 2 with failures. */
const exitCodes = { ok: 0, warning: 1, failed: 2 } as const;

export interface Report {
  add(...results: (CheckResult | null)[]): void;
  exitCode(): number;
}

/**
 * Creates a report that is written line by line and contains no secrets.
 * @param variables that the secrets are taken from
 */
export function createReport(
  variables: Record<string, string | undefined>,
  write: (line: string) => void,
): Report {
  // A longer secret may contain a shorter one.
  const secrets = secretsIn(variables).sort((one, other) => other.length - one.length);
  let worst = 0;
  return {
    add(...results) {
      for (const result of results) {
        if (result === null) continue;
        const { name, state } = result;
        const msg = secrets.reduce(
          (text, secret) => text.replaceAll(secret, '[secret]'),
          result.msg,
        );
        write(
          `${state.padEnd(width.state)} ${name.padEnd(width.name)} ${msg.replace(/\s+/g, ' ')}`,
        );
        worst = Math.max(worst, exitCodes[state]);
      }
    },
    exitCode: () => worst,
  };
}
