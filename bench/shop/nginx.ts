import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { freePort } from '@/testing/free-port';
import { selfSigned } from '@/testing/self-signed';
import type { BenchEnvironment } from '../tools/environment';
import { type Program, startProgram, untilAnswering } from '../tools/programs';
import type { CapturedPage } from './captured-page';

export interface Nginx {
  /** In front of the storefront, with deploy/nginx.conf. */
  shopUrl: string;
  /** The page of `shopUrl` as a static file. */
  fileUrl: string;
  program: Program;
}

/** Null: it is not installed. */
export async function startNginx(
  { folder }: BenchEnvironment,
  origin: string,
  page: CapturedPage,
): Promise<Nginx | null> {
  if (!(await isInstalled())) return null;
  const [shopPort, filePort, plainPort] = [await freePort(), await freePort(), await freePort()];
  const own = join(folder, `nginx-${shopPort}`);
  await mkdir(join(own, 'files'), { recursive: true });
  const { cert, key } = await selfSigned();
  await Promise.all([
    writeFile(join(own, 'cert.pem'), cert),
    writeFile(join(own, 'key.pem'), key),
    writeFile(join(own, 'files', 'page'), page.body),
    writeFile(join(own, 'shop.conf'), await shippedConfiguration(own, { origin, shopPort, plainPort })),
    writeFile(join(own, 'nginx.conf'), mainConfiguration(own, filePort, page)),
  ]);
  const program = startProgram('nginx', ['-p', own, '-c', join(own, 'nginx.conf')], {
    cwd: own,
    env: {},
    log: join(own, 'output.log'),
  });
  const [shopUrl, fileUrl] = [`https://127.0.0.1:${shopPort}`, `https://127.0.0.1:${filePort}`];
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  try {
    await untilAnswering(program, async () => (await request(fileUrl, { dispatcher })).body.dump());
  } finally {
    await dispatcher.destroy();
  }
  return { shopUrl, fileUrl, program };
}

async function isInstalled(): Promise<boolean> {
  try {
    await promisify(execFile)('nginx', ['-v']);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** deploy/nginx.conf with our ports, certificate and folder. Throws if it no longer has one of the places. */
async function shippedConfiguration(
  own: string,
  { origin, shopPort, plainPort }: { origin: string; shopPort: number; plainPort: number },
): Promise<string> {
  const places = [
    ['/var/cache/nginx/storefront', join(own, 'cache')],
    ['127.0.0.1:3000', new URL(origin).host],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${shopPort} ssl;`],
    ['/etc/nginx/tickets.example.pem', join(own, 'cert.pem')],
    ['/etc/nginx/tickets.example.key', join(own, 'key.pem')],
  ] as const;
  let text = await readFile('deploy/nginx.conf', 'utf8');
  for (const [from, to] of places) {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf does not have ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** The headers that nginx makes of a file itself. */
const ofFile = new Set(['content-length', 'etag', 'last-modified', 'age', 'content-type']);

function mainConfiguration(own: string, filePort: number, { headers }: CapturedPage): string {
  const names = headers.filter((_, index) => index % 2 === 0 && !ofFile.has(headers[index] ?? ''));
  const added = names.map((name) => {
    const value = headers[headers.indexOf(name) + 1] ?? '';
    return `add_header ${name} "${value.replaceAll(/["\\]/g, '\\$&')}";`;
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
worker_processes 1;
pid ${join(own, 'nginx.pid')};
error_log ${join(own, 'error.log')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${join(own, name)};`).join('\n  ')}
  include ${join(own, 'shop.conf')};
  server {
    listen 127.0.0.1:${filePort} ssl;
    ssl_certificate ${join(own, 'cert.pem')};
    ssl_certificate_key ${join(own, 'key.pem')};
    default_type "text/html; charset=utf-8";
    location / {
      root ${join(own, 'files')};
      try_files /page =404;
      ${added.join('\n      ')}
    }
  }
}
`;
}
