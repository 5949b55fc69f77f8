import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { differentPorts } from './free-port';
import type { Certificate } from './self-signed';

export interface NginxOptions {
  /** An empty folder for its files. */
  folder: string;
  /** Ports of the programs behind it, on the addresses that the configuration names. */
  storefrontPort: number;
  servicePort: number;
  /** For localhost. */
  certificate: Certificate;
  /** In the place of `/opt/ticketing/current`. */
  release: string;
  /** In the http block of nginx, beside the configuration that is tried. */
  beside?: string;
  /** All requests come from one network, and are as many as it can answer. */
  isUnlimited?: boolean;
  /** In the place of 100r/s, so that the requests that a network may send at once do not depend on time. */
  rate?: string;
}

export interface Nginx {
  /** Its lines in the access log. */
  readLog: () => Promise<string>;
  /** Resolves when it has ended. */
  stop: () => Promise<void>;
}

/** Where the names of the shop and the service are, and their ports for plain HTTP. */
export interface NginxPorts {
  shop: number;
  shopPlain: number;
  service: number;
  servicePlain: number;
}

export async function nginxPorts(): Promise<NginxPorts> {
  const [shop = 0, shopPlain = 0, service = 0, servicePlain = 0] = await differentPorts(4);
  return { shop, shopPlain, service, servicePlain };
}

/** Starts Debian's nginx with deploy/nginx.conf, in which only names, ports and folders are replaced. */
export async function startNginx(ports: NginxPorts, options: NginxOptions): Promise<Nginx> {
  const { folder, certificate } = options;
  await mkdir(join(folder, 'log'), { recursive: true });
  await Promise.all([
    ...['tickets.example', 'api.tickets.example'].flatMap((name) => [
      writeFile(join(folder, `${name}.pem`), certificate.cert),
      writeFile(join(folder, `${name}.key`), certificate.key),
    ]),
    writeFile(join(folder, 'shipped.conf'), await shippedConfiguration(ports, options)),
    writeFile(join(folder, 'nginx.conf'), mainConfiguration(options)),
  ]);
  const program = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  program.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(program, 'exit');
  const failed = ended.then(() => {
    throw new Error(`nginx has ended:\n${output}`);
  });
  failed.catch(() => undefined);
  await Promise.race([untilConnected(ports.shop), failed]);
  return {
    readLog: () => readFile(join(folder, 'log', 'ticketing.log'), 'utf8'),
    stop: async () => {
      program.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilConnected(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    socket.destroy();
    if (isOpen) return;
    await pause(50);
  }
}

/** Throws if the file no longer has one of the places. */
async function shippedConfiguration(ports: NginxPorts, options: NginxOptions): Promise<string> {
  const { folder, release, storefrontPort, servicePort, isUnlimited = false, rate } = options;
  const [shop, service, rest] = parts(await readFile('deploy/nginx.conf', 'utf8'));
  const at = (text: string, secure: number, plain: number) =>
    replaced(text, [
      ['listen 443 ', `listen 127.0.0.1:${secure} `],
      ['  listen [::]:443 ssl http2;\n', ''],
      ['listen 80;', `listen 127.0.0.1:${plain};`],
      ['  listen [::]:80;\n', ''],
      // A port that is not the usual one belongs to the name.
      ['$server_name', `$server_name:${secure}`],
    ]);
  const servers = [at(shop, ports.shop, ports.shopPlain), at(service, ports.service, ports.servicePlain)];
  return replaced(`${rest}${servers.join('')}`, [
    ['listen 443 ssl http2 default_server', `listen 127.0.0.1:${ports.shop} ssl http2 default_server`],
    ['  listen [::]:443 ssl http2 default_server;\n', ''],
    // With the semicolon: a port of a test may begin with the same digits.
    ['127.0.0.1:3000;', `127.0.0.1:${storefrontPort};`],
    ['127.0.0.1:4000;', `127.0.0.1:${servicePort};`],
    ['/var/lib/nginx/storefront', join(folder, 'cache')],
    ['/var/log/nginx', join(folder, 'log')],
    ['/etc/nginx', folder],
    ['/opt/ticketing/current', release],
    ['server_name api.tickets.example', 'server_name localhost'],
    ['server_name tickets.example', 'server_name localhost'],
    ...(isUnlimited ? unlimited : []),
    ...(rate === undefined ? [] : [['rate=100r/s', `rate=${rate}`] as const]),
  ]);
}

const unlimited = [
  ['rate=100r/s', 'rate=1000000r/s'],
  ['limit_conn connections 200', 'limit_conn connections 10000'],
] as const;

/** The servers of the shop and of the service, and what is before them. */
function parts(text: string): [string, string, string] {
  const shop = text.indexOf('server {\n  listen 80;');
  const service = text.indexOf('# Integrators call the service');
  if (shop < 0 || service < shop) throw new Error('deploy/nginx.conf has other parts than before');
  return [text.slice(shop, service), text.slice(service), text.slice(0, shop)];
}

function replaced(text: string, places: readonly (readonly [string, string])[]): string {
  let result = text;
  for (const [from, to] of places) {
    if (!result.includes(from)) throw new Error(`deploy/nginx.conf does not have ${from}`);
    result = result.replaceAll(from, to);
  }
  return result;
}

/** As Debian's own, which has a few settings of TLS, too. */
function mainConfiguration({ folder, beside = '' }: NginxOptions): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'log', 'error.log')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
  ssl_prefer_server_ciphers on;
  access_log off;
  gzip on;
  ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n  ')}
  include ${join(folder, 'shipped.conf')};
  ${beside}
}
`;
}
