import type { AdmissionResult } from '@/lib/contract/admission';

/** Two high tones that rise, one in between, or a low one that is longer: they differ in pitch, number and length. */
const tones = {
  good: [
    { hertz: 880, at: 0, seconds: 0.09 },
    { hertz: 1_320, at: 0.1, seconds: 0.12 },
  ],
  neutral: [{ hertz: 440, at: 0, seconds: 0.15 }],
  bad: [{ hertz: 196, at: 0, seconds: 0.45 }],
} as const;

const vibrations = { good: [80], neutral: [40, 40, 40], bad: [160, 80, 160] } as const;

const answerMilliseconds = 500;
const pauseSeconds = 0.9;

let audio: AudioContext | undefined;

/** Browsers allow sound only after the person has done something on the page: call it then. */
export function allowSound(): void {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
}

/** Whether results can be heard now. A browser that waits for the person does not answer: then they can't. */
export async function isSoundAllowed(): Promise<boolean> {
  allowSound();
  await Promise.race([audio?.resume(), new Promise((resolve) => setTimeout(resolve, answerMilliseconds))]);
  return audio?.state === 'running';
}

/** The sound of an admission, then that of a refusal. */
export async function testSound(): Promise<void> {
  if (!(await isSoundAllowed())) return;
  play('good');
  play('bad', pauseSeconds);
}

function play(kind: keyof typeof tones, delay = 0): void {
  if (audio?.state !== 'running') return;
  const from = audio.currentTime + delay;
  for (const { hertz, at, seconds } of tones[kind]) {
    const tone = new OscillatorNode(audio, { frequency: hertz, type: kind === 'bad' ? 'square' : 'sine' });
    const volume = new GainNode(audio, { gain: 0.3 });
    tone.connect(volume).connect(audio.destination);
    tone.start(from + at);
    tone.stop(from + at + seconds);
  }
}

/** Tells the result without the screen. */
export function signal(result: AdmissionResult | null): void {
  const kind = result === 'admitted' ? 'good' : result === 'undone' ? 'neutral' : 'bad';
  play(kind);
  // Safari has none.
  if ('vibrate' in navigator) navigator.vibrate([...vibrations[kind]]);
}
