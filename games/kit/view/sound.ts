/** Sound effects that all games share, synthesised from a few numbers instead of downloaded. */
export type SoundEffect =
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
interface Tone {
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

const soundEffects: Readonly<Record<SoundEffect, readonly Tone[]>> = {
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

/** Synthesised sound effects, silent until the first press and while muted. */
export interface Sound {
  play(effect: SoundEffect): void;
  isOn(): boolean;
  set(on: boolean): void;
  /** Sets the volume in percent. */
  setVolume(volume: number): void;
  /** Unlocks sound; call it in the handler of a press, as browsers require. */
  wake(): void;
  close(): void;
}

/** Minimum interval between two equal effects, in seconds; together they would be twice as loud. */
const SAME_EFFECT_PAUSE_S = 0.03;
/** Final gain of an effect; stopping at a higher one would click. */
const FADE_TO = 0.0001;

const WAVES = ['sine', 'square', 'triangle', 'sawtooth'] as const;

/** Creates the sound of one opened game. */
export function createSound(memory: GameMemory): Sound {
  let context: AudioContext | null = null;
  let master: GainNode | null = null;
  let noise: AudioBuffer | null = null;
  let on = memory.wantsSound();
  const lastAt = new Map<SoundEffect, number>();

  function noiseOf(audio: AudioContext): AudioBuffer {
    if (noise) return noise;
    noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
    return noise;
  }

  /** Returns the gain of all effects. */
  function masterOf(audio: AudioContext): GainNode {
    if (master) return master;
    master = audio.createGain();
    master.gain.value = memory.volume() / 100;
    master.connect(audio.destination);
    return master;
  }

  /** Browsers compute a waveform on first use, which would take a whole frame of the game. */
  function warmUp(audio: AudioContext): void {
    for (const wave of WAVES) audio.createOscillator().type = wave;
    noiseOf(audio);
  }

  function sourceOf(audio: AudioContext, tone: Tone, at: number): AudioScheduledSourceNode {
    if (tone.wave === 'noise') {
      const source = audio.createBufferSource();
      source.buffer = noiseOf(audio);
      const filter = audio.createBiquadFilter();
      filter.type = 'lowpass';
      filter.frequency.setValueAtTime(tone.from, at);
      filter.frequency.exponentialRampToValueAtTime(tone.to, at + tone.lasts);
      source.connect(filter).connect(loudnessOf(audio, tone, at));
      return source;
    }
    const source = audio.createOscillator();
    source.type = tone.wave;
    source.frequency.setValueAtTime(tone.from, at);
    source.frequency.exponentialRampToValueAtTime(tone.to, at + tone.lasts);
    source.connect(loudnessOf(audio, tone, at));
    return source;
  }

  function loudnessOf(audio: AudioContext, tone: Tone, at: number): GainNode {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(tone.loud, at);
    gain.gain.exponentialRampToValueAtTime(FADE_TO, at + tone.lasts);
    gain.connect(masterOf(audio));
    return gain;
  }

  return {
    isOn: () => on,
    set(wanted) {
      on = wanted;
      memory.saveSound(on);
      if (on) this.wake();
      else void context?.suspend();
    },
    setVolume(volume) {
      memory.saveVolume(volume);
      if (master) master.gain.value = volume / 100;
    },
    wake() {
      if (!on || !('AudioContext' in window)) return;
      if (!context) {
        context = new AudioContext();
        warmUp(context);
      }
      if (context.state === 'suspended') void context.resume();
    },
    play(effect) {
      if (!on || context?.state !== 'running') return;
      const now = context.currentTime;
      if (now - (lastAt.get(effect) ?? -1) < SAME_EFFECT_PAUSE_S) return;
      lastAt.set(effect, now);
      for (const tone of soundEffects[effect]) {
        const at = now + (tone.after ?? 0);
        const source = sourceOf(context, tone, at);
        source.start(at);
        source.stop(at + tone.lasts);
      }
    },
    close() {
      void context?.close();
      context = null;
    },
  };
}

/** Values that the browser stores for a game between visits. */
export interface GameMemory {
  /** Returns the best score in a mode, or null. */
  bestOf(mode: string): number | null;
  saveBest(mode: string, score: number): void;
  /** True unless the player has muted the sound. */
  wantsSound(): boolean;
  saveSound(isOn: boolean): void;
  /** Returns the volume in percent. */
  volume(): number;
  saveVolume(volume: number): void;
  /** Returns the state of the pad that the player chose; with `auto` the device decides. */
  padChoice(): 'shown' | 'hidden' | 'auto';
  savePad(isShown: boolean): void;
}
