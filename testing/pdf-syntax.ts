import { createRequire } from 'node:module';
import createQpdf from '@neslinesli93/qpdf-wasm';

interface Qpdf {
  callMain: (args: string[]) => number;
  FS: { writeFile: (path: string, bytes: Uint8Array) => void };
}
type CreateQpdf = (options: {
  locateFile: () => string;
  print: (line: string) => void;
  printErr: (line: string) => void;
}) => Promise<Qpdf>;

/** What `qpdf --check` says about a file, if it finds something. */
export async function syntaxFaults(bytes: Uint8Array): Promise<string[]> {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const wasm = createRequire(import.meta.url).resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm');
  // Its types leave out what it takes from Emscripten.
  const create = createQpdf as unknown as CreateQpdf;
  const qpdf = await create({ locateFile: () => wasm, print: say, printErr: say });
  qpdf.FS.writeFile('/document.pdf', bytes);
  return qpdf.callMain(['--check', '/document.pdf']) === 0 ? [] : said;
}
