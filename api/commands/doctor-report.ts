import type { CheckResult } from '#contracts/status.ts';

/** Names of variables whose values may not appear in a report. */
const secretNames = /SECRET|PASSWORD|TOKEN|KEY/;
/** Names of variables whose values are URLs that may contain secrets. */
const urlNames = /_URL$|_DSN$/;
/** Shortest masked secret in characters, because shorter ones could be parts of ordinary words. */
const SECRET_MIN = 4;

/** Returns the secrets among the variables: values of secret variables, and passwords in URLs. */
function secretsIn(variables: Record<string, string | undefined>): string[] {
  const secrets = Object.entries(variables).flatMap(([name, value]) => {
    if (!value) return [];
    if (secretNames.test(name)) return [value];
    if (!urlNames.test(name)) return [];
    if (!URL.canParse(value)) return [value];
    const { username, password, search } = new URL(value);
    return [username, password, search.slice(1)].flatMap((part) => [part, decode(part)]);
  });
  // A longer secret may contain a shorter one.
  return secrets
    .filter((secret) => secret.length >= SECRET_MIN)
    .sort((first, second) => second.length - first.length);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The password contains an unencoded percent sign.
    return text;
  }
}

const width = { state: 8, name: 13 };

export interface Report {
  add(...results: (CheckResult | null)[]): void;
  /** Returns true if a check has failed. */
  hasFailures(): boolean;
}

/**
 * Creates a report that is written line by line and contains no secrets.
 * @param variables environment variables, whose secrets are masked
 * @param options.isJson true to write each line as an object
 */
export function createReport(
  variables: Record<string, string | undefined>,
  { isJson, write }: { isJson: boolean; write: (line: string) => void },
): Report {
  const secrets = secretsIn(variables);
  let hasFailures = false;
  const withoutSecrets = (text: string) =>
    secrets.reduce((masked, secret) => masked.replaceAll(secret, '[secret]'), text);
  return {
    add(...results) {
      for (const result of results) {
        if (result === null) continue;
        const { name, state } = result;
        const msg = withoutSecrets(result.msg).replace(/\s+/g, ' ');
        const line = `${state.padEnd(width.state)} ${name.padEnd(width.name)} ${msg}`;
        write(isJson ? JSON.stringify({ name, state, msg }) : line);
        hasFailures ||= state === 'failed';
      }
    },
    hasFailures: () => hasFailures,
  };
}
