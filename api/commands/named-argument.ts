/** `make import FROM=folder` and `node api/commands/import.ts FROM=folder` mean the same. */
export function namedArgument(name: string): string | undefined {
  const argument = process.argv.find((text) => text.startsWith(`${name}=`));
  const value = argument?.slice(name.length + 1) ?? process.env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}

/** Whether a switch such as FORCE=1 is on. */
export function namedSwitch(name: string): boolean {
  return /^(?:1|true|yes)$/i.test(namedArgument(name) ?? '');
}
