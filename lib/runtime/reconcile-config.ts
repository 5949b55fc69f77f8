import { z } from 'zod';
import { readSettings } from '../network/check-settings';
import { readAccount, readDatabase, readService, readToken } from './config';
import type { Environment } from './env';
import { settings } from './settings';

/** Of the shop's settings: those with which it, the service and the payment provider are asked. */
const { shape: needed } = z.object(settings).pick({
  DATABASE_URL: true,
  DATABASE_POOLER: true,
  DATABASE_CONNECTIONS: true,
  DATA_DIR: true,
  SERVICE_URL: true,
  SERVICE_CA_FILE: true,
  TOKEN_ISSUER: true,
  TOKEN_AUDIENCE: true,
  TOKEN_SCOPE: true,
  SERVICE_CLIENT_ID: true,
  SERVICE_CLIENT_SECRET: true,
  PAYMENT_SECRET_KEY: true,
  PAYMENT_URL: true,
});

/** What a reconciliation needs. Throws WrongEnvironment with a sentence for each mistake. */
export function readReconcileConfig(environment: Environment) {
  const values = readSettings(needed, environment);
  return {
    processes: 1,
    database: readDatabase(values),
    service: readService(values),
    token: readToken(values),
    /** It reads no webhooks, so it has no secret for them, and would refuse each. */
    payment: { ...readAccount(values), webhookSecret: '' },
  };
}
