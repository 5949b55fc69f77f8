import type { Check, Examination } from '../../doctor/check';
import { databaseCheck } from '../../doctor/database';
import { lookAtDataFolder, lookAtSecurityLog } from '../../doctor/files';
import { lookAtIssuer } from '../../doctor/issuer';
import { examine } from '../../doctor/settings';
import { type Config, readConfig } from '../config';
import type { Environment } from '../env';
import { settings } from '../settings';
import { lookAtMailServer, lookAtSender } from './mail';
import { lookAtPayment } from './payment';
import { lookAtPlainAddress, lookAtProxies, lookAtPublicAddress } from './public-address';
import { lookAtService } from './service';
import { lookAtStaffIssuer } from './staff-client';
import { lookAtTokens } from './tokens';

/** What `bin/ticketing doctor storefront` looks at, with the settings of the storefront. */
export function examineStorefront(environment: Environment): Examination {
  return examine({ names: Object.keys(settings), read: readConfig, checks: checksOf }, environment);
}

function checksOf(config: Config): Check[] {
  const { dataFolder, securityLog, database, processes, token, mail } = config;
  const issuer = { name: 'TOKEN_ISSUER', issuer: token.issuer, isExact: false };
  return [
    { subject: 'data folder', look: () => lookAtDataFolder(dataFolder) },
    { subject: 'security log', look: () => lookAtSecurityLog(securityLog) },
    databaseCheck({ program: 'storefront', processes, ...database }),
    { subject: 'issuer', look: () => lookAtIssuer(issuer) },
    { subject: 'identity provider', look: () => lookAtStaffIssuer(config) },
    { subject: 'tokens', look: () => lookAtTokens(config) },
    { subject: 'service', look: () => lookAtService(config) },
    { subject: 'payment', look: () => lookAtPayment(config) },
    { subject: 'mail server', look: () => lookAtMailServer(mail) },
    { subject: 'sender', look: () => lookAtSender(mail.from) },
    { subject: 'public address', look: () => lookAtPublicAddress(config) },
    { subject: 'address without TLS', look: () => lookAtPlainAddress(config) },
    { subject: 'proxies', look: () => lookAtProxies(config) },
  ];
}
