/** The strokes of the bell: when it begins in seconds, and its pitch in Hz. */
const strokes = [
  [0, 1318],
  [0.16, 1760],
] as const;
const seconds = 0.9;
/** How long a browser may take to begin, in milliseconds. It begins at once, or waits for a press on the page. */
const beginMs = 500;

/**
 * Rings as a bicycle bell does, drawn by code.
 * @returns whether the browser plays it: most allow it only after a press on the page
 */
export async function ring(): Promise<boolean> {
  if (!('AudioContext' in window)) return false;
  const audio = new AudioContext();
  const plays = await begins(audio);
  if (plays) {
    for (const [at, pitch] of strokes) strike(audio, audio.currentTime + at, pitch);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  await audio.close();
  return plays;
}

async function begins(audio: AudioContext): Promise<boolean> {
  if (audio.state === 'running') return true;
  const late = new Promise((resolve) => setTimeout(resolve, beginMs));
  await Promise.race([audio.resume().catch(() => undefined), late]);
  return (audio.state as AudioContextState) === 'running';
}

function strike(audio: AudioContext, at: number, pitch: number): void {
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.25, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.6);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.6);
}
