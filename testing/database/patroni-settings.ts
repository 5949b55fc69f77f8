import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

// The files of deploy/patroni are used as they are shipped: only addresses, ports and folders are replaced.
const files = 'deploy/patroni';

/** The names of the machines in the files. */
export const names = ['one', 'two', 'three'] as const;
export type Name = (typeof names)[number];

export interface Ports {
  client: number;
  peer: number;
  rest: number;
  postgres: number;
}

export interface Place {
  /** By the names of their machines. */
  ports: ReadonlyMap<Name, Ports>;
  /** Of all roles. */
  password: string;
}

/** A file as it is shipped, at the addresses of the test. Throws if it no longer has one of the places. */
async function shipped(
  { ports }: Place,
  file: string,
  places: readonly (readonly [string, string])[],
): Promise<string> {
  let text = await readFile(join(files, file), 'utf8');
  for (const [from, to] of places) {
    if (!text.includes(from)) throw new Error(`${files}/${file} does not have ${from}`);
    text = text.replaceAll(from, to);
  }
  for (const [index, own] of [...ports.values()].entries()) {
    const at = (port: number, to: number) =>
      (text = text.replaceAll(`10.0.0.${index + 1}:${port}`, `127.0.0.1:${to}`));
    at(2379, own.client);
    at(2380, own.peer);
    at(8008, own.rest);
    at(5432, own.postgres);
  }
  if (/^[^#\n]*\b10\.0\.0\./m.test(text))
    throw new Error(`${files}/${file} has an address that the test does not know`);
  return text;
}

export function proxySettings(place: Place, port: number): Promise<string> {
  const checks = [...place.ports].map(([name, { rest }]) => {
    const server = `${addressOf(name)}:5432 check port`;
    return [`${server} 8008`, `${server} ${rest}`] as const;
  });
  return shipped(place, 'haproxy.cfg', [['127.0.0.1:5000', `127.0.0.1:${port}`], ...checks]);
}

const addressOf = (name: Name) => `10.0.0.${names.indexOf(name) + 1}`;

export async function etcdSettings(place: Place, name: Name, home: string): Promise<Record<string, string>> {
  const own = (line: string) => [`${line}=http://10.0.0.1`, `${line}=http://${addressOf(name)}`] as const;
  const text = await shipped(place, 'etcd.env', [
    ['ETCD_NAME=one', `ETCD_NAME=${name}`],
    ['/var/lib/etcd/ticketing', join(home, 'etcd')],
    own('ETCD_LISTEN_PEER_URLS'),
    own('ETCD_INITIAL_ADVERTISE_PEER_URLS'),
    own('ETCD_LISTEN_CLIENT_URLS'),
    own('ETCD_ADVERTISE_CLIENT_URLS'),
  ]);
  const lines = text.split('\n').filter((line) => line.startsWith('ETCD_'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

export function patroniSettings(place: Place, name: Name, home: string): Promise<string> {
  const own = (line: string, port: number) =>
    [`${line}: 10.0.0.1:${port}`, `${line}: ${addressOf(name)}:${port}`] as const;
  return shipped(place, 'patroni.yml', [
    ['name: one', `name: ${name}`],
    own('listen', 8008),
    own('connect_address', 8008),
    own('listen', 5432),
    own('connect_address', 5432),
    ['10.0.0.0/24', '127.0.0.0/8'],
    ['/var/lib/postgresql/15/ticketing', join(home, 'data')],
    ['/var/lib/postgresql/ticketing.pgpass', join(home, 'pgpass')],
    ['/var/run/postgresql', home],
  ]);
}

export const passwords = ({ password }: Place) => ({
  PATRONI_SUPERUSER_PASSWORD: password,
  PATRONI_REPLICATION_PASSWORD: password,
  PATRONI_REWIND_PASSWORD: password,
});
