/** Why there is no picture: access was refused, there is no camera, it is in use elsewhere, or something unknown. */
export type CameraProblem = 'refused' | 'missing' | 'busy' | 'failed';

/** The names of the errors of `getUserMedia` (W3C Media Capture and Streams, §10.2). */
const problems: ReadonlyMap<string, CameraProblem> = new Map([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
]);

export function problemOf(error: unknown): CameraProblem {
  return (error instanceof Error ? problems.get(error.name) : undefined) ?? 'failed';
}

/** The camera at the back of a phone, if there is one. 1,280 pixels are enough for a code that fills a quarter of the picture. */
export function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
}

/** Browsers offer no cameras to pages that arrived over plain HTTP. */
export async function hasCamera(): Promise<boolean> {
  if (!('mediaDevices' in navigator)) return false;
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.some(({ kind }) => kind === 'videoinput');
}

/** Some browsers have no list of what a camera can do. */
export function hasTorch(track: MediaStreamTrack): boolean {
  return 'getCapabilities' in track && 'torch' in track.getCapabilities();
}

export function setTorch(track: MediaStreamTrack, torch: boolean): Promise<void> {
  // The types of TypeScript know the torch only as a capability (W3C Image Capture, §11.2 has it as a constraint).
  const constraint: MediaTrackConstraintSet & { torch: boolean } = { torch };
  return track.applyConstraints({ advanced: [constraint] });
}
