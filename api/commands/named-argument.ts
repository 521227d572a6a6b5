/** Returns a value that is given as `make import FROM=folder` or `node api/commands/import.ts FROM=folder`. */
export function namedArgument(name: string): string | undefined {
  const argument = process.argv.find((text) => text.startsWith(`${name}=`));
  const value = argument?.slice(name.length + 1) ?? process.env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}

/** Returns true if a switch such as FORCE=1 is on. */
export function namedSwitch(name: string): boolean {
  return /^(?:1|true|yes)$/i.test(namedArgument(name) ?? '');
}
