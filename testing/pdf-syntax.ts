import { createRequire } from 'node:module';
import createQpdf from '@neslinesli93/qpdf-wasm';

interface Qpdf {
  callMain: (args: string[]) => number;
  FS: {
    writeFile: (path: string, bytes: Uint8Array) => void;
    init: (input: null, output: (byte: number) => void, error: (byte: number) => void) => void;
  };
}
type CreateQpdf = (options: { locateFile: () => string; preRun: ((qpdf: Qpdf) => void)[] }) => Promise<Qpdf>;

/** What `qpdf --check` says about a file, if it finds something. */
export async function syntaxFaults(bytes: Uint8Array): Promise<string> {
  const said: number[] = [];
  const say = (byte: number) => said.push(byte);
  const wasm = createRequire(import.meta.url).resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm');
  // Its types leave out what it takes from Emscripten.
  const create = createQpdf as unknown as CreateQpdf;
  const qpdf = await create({
    locateFile: () => wasm,
    preRun: [({ FS }) => FS.init(null, say, say)],
  });
  qpdf.FS.writeFile('/document.pdf', bytes);
  const code = qpdf.callMain(['--check', '/document.pdf']);
  return code === 0 ? '' : Buffer.from(said).toString() || `qpdf ended with ${code}`;
}
