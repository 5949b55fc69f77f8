import { openCamera } from './camera';
import { codeReader } from './read-code';
import { newCodes } from './seen-codes';

interface WatchOptions {
  readonly signal: AbortSignal;
  /** The camera shows its picture. */
  readonly onStart: (track: MediaStreamTrack) => void;
  /** Once for each code that comes into the picture. */
  readonly onCode: (code: string) => void;
}

/** About ten frames a second: reading one takes up to 30 ms of a phone's processor. */
const pauseMilliseconds = 70;

/** The camera was unplugged, or the system has taken it away. It has the name of the error for a camera in use. */
class CameraEnded extends Error {
  override readonly name = 'NotReadableError';
}

/** Shows the camera's picture and reads codes in it until the signal; then the camera is off. */
export async function watchCamera(video: HTMLVideoElement, options: WatchOptions): Promise<void> {
  const { signal, onStart, onCode } = options;
  const stream = await openCamera();
  try {
    const [track] = stream.getVideoTracks();
    if (track === undefined || signal.aborted) return;
    const readCode = await codeReader();
    video.srcObject = stream;
    await video.play();
    onStart(track);
    const isNew = newCodes();
    while (!isAborted(signal)) {
      if (track.readyState === 'ended') throw new CameraEnded('the camera sends no picture any more');
      const code = video.readyState >= video.HAVE_CURRENT_DATA ? await readCode(video) : null;
      if (code !== null && code !== '' && !isAborted(signal) && isNew(code, performance.now())) onCode(code);
      await pause(signal);
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}

/** As a function, because the compiler takes the field for unchanged after a wait. */
const isAborted = (signal: AbortSignal) => signal.aborted;

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, pauseMilliseconds);
    signal.addEventListener('abort', end);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
  });
}
