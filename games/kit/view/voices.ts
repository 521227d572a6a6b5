/** Sound effects that all games share, synthesised from a few numbers instead of downloaded. */
export type Voice =
  | 'shot'
  | 'hit'
  | 'boom'
  | 'step'
  | 'bonus'
  | 'lose'
  | 'win'
  | 'drop'
  | 'pop'
  | 'swap'
  | 'no'
  | 'eat'
  | 'power'
  | 'tick'
  | 'reload';

/** One tone of an effect; times are in seconds, frequencies in hertz. */
export interface Tone {
  wave: OscillatorType | 'noise';
  from: number;
  to: number;
  lasts: number;
  /** Delay after the start of the effect. */
  after?: number;
  /** Gain from 0 to 1. */
  loud: number;
}

const notes = (wave: OscillatorType, pitches: number[], each: number, loud: number): Tone[] =>
  pitches.map((pitch, index) => ({
    wave,
    from: pitch,
    to: pitch,
    lasts: each * 1.4,
    after: index * each,
    loud,
  }));

export const voices: Readonly<Record<Voice, readonly Tone[]>> = {
  shot: [{ wave: 'square', from: 980, to: 190, lasts: 0.13, loud: 0.16 }],
  hit: [
    { wave: 'noise', from: 2400, to: 500, lasts: 0.16, loud: 0.3 },
    { wave: 'square', from: 320, to: 70, lasts: 0.16, loud: 0.14 },
  ],
  boom: [
    { wave: 'noise', from: 900, to: 60, lasts: 0.7, loud: 0.5 },
    { wave: 'sawtooth', from: 140, to: 30, lasts: 0.6, loud: 0.2 },
  ],
  step: [{ wave: 'triangle', from: 82, to: 62, lasts: 0.09, loud: 0.34 }],
  bonus: notes('square', [660, 880, 1320], 0.07, 0.13),
  lose: notes('sawtooth', [330, 262, 196, 131], 0.16, 0.15),
  win: notes('square', [523, 659, 784, 1047], 0.12, 0.13),
  drop: [{ wave: 'triangle', from: 420, to: 150, lasts: 0.12, loud: 0.34 }],
  pop: [{ wave: 'sine', from: 300, to: 900, lasts: 0.09, loud: 0.3 }],
  swap: [{ wave: 'sine', from: 520, to: 640, lasts: 0.07, loud: 0.22 }],
  no: notes('square', [180, 140], 0.09, 0.14),
  eat: [{ wave: 'triangle', from: 300, to: 520, lasts: 0.06, loud: 0.28 }],
  power: notes('triangle', [392, 523, 659, 784], 0.06, 0.25),
  tick: [{ wave: 'square', from: 1200, to: 1200, lasts: 0.03, loud: 0.1 }],
  reload: [
    { wave: 'noise', from: 3000, to: 1500, lasts: 0.05, loud: 0.22 },
    { wave: 'noise', from: 2000, to: 900, lasts: 0.06, after: 0.1, loud: 0.26 },
  ],
};
