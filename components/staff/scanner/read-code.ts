export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>;

/** What is used of the browser's `BarcodeDetector` (WICG Shape Detection API), which TypeScript does not know. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorConstructor {
  new (options: { formats: 'qr_code'[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  var BarcodeDetector: DetectorConstructor | undefined;
}

/**
 * Reads a QR code in a frame: with the browser's detector, where there is one for QR codes; else with the package that
 * draws our own codes, which is loaded only then. It is JavaScript: WebAssembly would need a weaker policy for scripts.
 */
export async function codeReader(): Promise<ReadCode> {
  const native = await nativeDetector();
  let detector = native ?? (await loadedDetector());
  return async (video) => {
    try {
      return (await detector.detect(video))[0]?.rawValue ?? null;
    } catch (error) {
      if (detector !== native) throw error;
      // Some systems name the format although the part that reads it is not installed.
      detector = await loadedDetector();
      return null;
    }
  };
}

async function nativeDetector(): Promise<Detector | null> {
  const { BarcodeDetector: Native } = globalThis;
  if (Native === undefined || !(await Native.getSupportedFormats()).includes('qr_code')) return null;
  return new Native({ formats: ['qr_code'] });
}

async function loadedDetector(): Promise<Detector> {
  const { BarcodeDetector: Loaded } = await import('qr/decode.js');
  return new Loaded({ formats: ['qr_code'] });
}
