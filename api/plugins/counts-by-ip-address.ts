/** Counts what each IP address has open, such as connections; remembers only those that have something. */
export class CountsByIpAddress {
  readonly #counts = new Map<string, number>();

  get(ipAddress: string): number {
    return this.#counts.get(ipAddress) ?? 0;
  }

  increment(ipAddress: string): void {
    this.#counts.set(ipAddress, this.get(ipAddress) + 1);
  }

  decrement(ipAddress: string): void {
    const left = this.get(ipAddress) - 1;
    if (left > 0) this.#counts.set(ipAddress, left);
    else this.#counts.delete(ipAddress);
  }
}
