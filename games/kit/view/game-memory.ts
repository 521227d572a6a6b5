/** Values that the browser stores for a game between visits. */
export interface GameMemory {
  /** Returns the best score in a mode, or null. */
  bestOf(mode: string): number | null;
  keepBest(mode: string, score: number): void;
  /** True unless the player has muted the sound. */
  wantsSound(): boolean;
  keepSound(isOn: boolean): void;
  /** True or false if the player has shown or hidden the pad; null if the device decides. */
  wantsPad(): boolean | null;
  keepPad(isShown: boolean): void;
}
