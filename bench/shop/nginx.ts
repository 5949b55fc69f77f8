import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@/testing/free-port';
import { isInstalled } from '@/testing/is-installed';
import { nginxPorts, startNginx } from '@/testing/nginx';
import { selfSigned } from '@/testing/self-signed';
import type { BenchEnvironment } from '../tools/environment';
import type { CapturedPage } from './captured-page';

export interface Nginx {
  /** In front of the storefront, with deploy/nginx.conf. */
  shopUrl: string;
  /** The page of `shopUrl` as a static file. */
  fileUrl: string;
  stop: () => Promise<void>;
}

/** Null: it is not installed. */
export async function startNginxFor(
  bench: BenchEnvironment,
  origin: string,
  page: CapturedPage,
): Promise<Nginx | null> {
  if (!isInstalled('nginx', '-v')) return null;
  const [ports, filePort] = [await nginxPorts(), await freePort()];
  const folder = join(bench.folder, `nginx-${ports.shop}`);
  await mkdir(join(folder, 'files'), { recursive: true });
  await writeFile(join(folder, 'files', 'page'), page.body);
  const nginx = await startNginx(ports, {
    folder,
    storefrontPort: Number(new URL(origin).port),
    servicePort: 1,
    certificate: await selfSigned(),
    release: process.cwd(),
    beside: fileServer(folder, filePort, page),
    isUnlimited: true,
  });
  bench.onClose(nginx.stop);
  return {
    shopUrl: `https://localhost:${ports.shop}`,
    fileUrl: `https://localhost:${filePort}`,
    stop: nginx.stop,
  };
}

/** The headers that nginx makes of a file itself. */
const ofFile = new Set(['content-length', 'etag', 'last-modified', 'age', 'content-type']);

function fileServer(folder: string, port: number, { headers }: CapturedPage): string {
  const names = headers.filter((_, index) => index % 2 === 0 && !ofFile.has(headers[index] ?? ''));
  const added = names.map((name) => {
    const value = headers[headers.indexOf(name) + 1] ?? '';
    return `add_header ${name} "${value.replaceAll(/["\\]/g, '\\$&')}";`;
  });
  return `server {
    listen 127.0.0.1:${port} ssl;
    server_name localhost;
    ssl_certificate ${join(folder, 'tickets.example.pem')};
    ssl_certificate_key ${join(folder, 'tickets.example.key')};
    default_type "text/html; charset=utf-8";
    location / {
      root ${join(folder, 'files')};
      try_files /page =404;
      ${added.join('\n      ')}
    }
  }`;
}
