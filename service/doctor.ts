import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Examination, Finding } from '@/lib/doctor/check';
import { ok, wrong } from '@/lib/doctor/check';
import { judgeClock } from '@/lib/doctor/clock';
import { databaseCheck } from '@/lib/doctor/database';
import { lookAtDataFolder, lookAtSecurityLog } from '@/lib/doctor/files';
import { lookAtIssuer } from '@/lib/doctor/issuer';
import { judgeCertificate, reach } from '@/lib/doctor/reach';
import { judgeReadiness } from '@/lib/doctor/readiness';
import { examine } from '@/lib/doctor/settings';
import { type Configuration, readEnvironment, settings } from './env';
import { readCertificate, WrongCertificate } from './http/certificate-files';

type Environment = Readonly<Record<string, string | undefined>>;

/** What `bin/ticketing doctor service` looks at, with the settings of the service. */
export function examineService(environment: Environment): Examination {
  return examine({ names: Object.keys(settings), read: readEnvironment, checks: checksOf }, environment);
}

function checksOf(config: Configuration): Check[] {
  const { dataFolder, securityLog, tokens, processes, databaseConnections } = config;
  return [
    { subject: 'data folder', look: () => lookAtDataFolder(dataFolder) },
    { subject: 'security log', look: () => lookAtSecurityLog(securityLog) },
    databaseCheck({
      program: 'service',
      processes,
      url: config.databaseUrl,
      pooler: config.databasePooler,
      connections: databaseConnections,
    }),
    {
      subject: 'issuer',
      look: () => lookAtIssuer({ name: 'TOKEN_ISSUER', issuer: tokens.issuer, isExact: true }),
    },
    { subject: 'certificate files', look: () => lookAtCertificate(config) },
    { subject: 'public address', look: () => lookAtAddress(config) },
  ];
}

async function lookAtCertificate({ certificate, dataFolder }: Configuration): Promise<Finding[]> {
  if (certificate === undefined)
    return [ok(`The service makes its own certificate, of the authority ${join(dataFolder, 'tls/ca.pem')}.`)];
  try {
    await readCertificate(certificate, new Date());
    return [ok('They can be used.')];
  } catch (error) {
    if (!(error instanceof WrongCertificate) && !(error instanceof Error && 'code' in error)) throw error;
    return [wrong(`${error.message.replace(/\.$/, '')}: correct TLS_CERT_FILE and TLS_KEY_FILE.`)];
  }
}

/** The service, as its clients reach it. */
async function lookAtAddress({ url, certificate, dataFolder }: Configuration): Promise<Finding[]> {
  const authority = join(dataFolder, 'tls/ca.pem');
  const isOwn = certificate === undefined && existsSync(authority);
  const answer = await reach(`${url}/readyz`, isOwn ? readFileSync(authority, 'utf8') : undefined);
  if (typeof answer === 'string') return [wrong(`${url} (SERVICE_URL) ${answer}.`)];
  return [
    judgeReadiness(url, answer),
    ...judgeCertificate(url, answer),
    judgeClock(url, answer.secondsAhead),
  ];
}
