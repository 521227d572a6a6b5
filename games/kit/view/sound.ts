import type { GameMemory } from './game-memory.ts';
import { type Tone, type Voice, voices } from './voices.ts';

/** Synthesised sound effects, silent until the first press and while muted. */
export interface Sound {
  play(voice: Voice): void;
  isOn(): boolean;
  set(on: boolean): void;
  /** Unlocks sound; call it in the handler of a press, as browsers require. */
  wake(): void;
  close(): void;
}

/** Minimum interval between two equal effects, in seconds; together they would be twice as loud. */
const SAME_VOICE_REST_S = 0.03;
/** Final gain of an effect; stopping at a higher one would click. */
const FADE_TO = 0.0001;

const WAVES = ['sine', 'square', 'triangle', 'sawtooth'] as const;

/** Creates the sound of one opened game. */
export function createSound(memory: Pick<GameMemory, 'wantsSound' | 'keepSound'>): Sound {
  let context: AudioContext | null = null;
  let noise: AudioBuffer | null = null;
  let on = memory.wantsSound();
  const lastAt = new Map<Voice, number>();

  function noiseOf(audio: AudioContext): AudioBuffer {
    if (noise) return noise;
    noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
    return noise;
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
    gain.connect(audio.destination);
    return gain;
  }

  return {
    isOn: () => on,
    set(wanted) {
      on = wanted;
      memory.keepSound(on);
      if (on) this.wake();
      else void context?.suspend();
    },
    wake() {
      if (!on || !('AudioContext' in window)) return;
      if (!context) {
        context = new AudioContext();
        warmUp(context);
      }
      if (context.state === 'suspended') void context.resume();
    },
    play(voice) {
      if (!on || context?.state !== 'running') return;
      const now = context.currentTime;
      if (now - (lastAt.get(voice) ?? -1) < SAME_VOICE_REST_S) return;
      lastAt.set(voice, now);
      for (const tone of voices[voice]) {
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
