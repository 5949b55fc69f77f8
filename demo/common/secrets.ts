import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfThere, readOrCreate } from './files';

const secret = z.string().min(32);

const secretsSchema = z.strictObject({
  clients: z.strictObject({
    'demo-storefront': secret,
    'demo-reseller': secret,
    'demo-issuer': secret,
    'demo-staff': secret,
  }),
  paymentSecretKey: secret.startsWith('sk_test_'),
  paymentWebhookSecret: secret.startsWith('whsec_'),
  nextAuthSecret: secret,
  linkSecret: secret,
  cookieKey: secret,
});

/** Secrets that only the programs of one demonstration share. */
export type DemoSecrets = z.infer<typeof secretsSchema>;

const random = () => randomBytes(32).toString('base64url');
// Stripe's keys have only letters and digits.
const randomKey = () => randomBytes(24).toString('hex');

function newSecrets(): DemoSecrets {
  return {
    clients: {
      'demo-storefront': random(),
      'demo-reseller': random(),
      'demo-issuer': random(),
      'demo-staff': random(),
    },
    paymentSecretKey: `sk_test_${randomKey()}`,
    paymentWebhookSecret: `whsec_${randomKey()}`,
    nextAuthSecret: random(),
    linkSecret: random(),
    cookieKey: random(),
  };
}

const secretsPath = (dataDir: string) => join(dataDir, 'demo', 'secrets.json');

/** Loads the secrets of this data folder; creates them the first time (mode 600). */
export async function loadSecrets(dataDir: string): Promise<DemoSecrets> {
  const text = await readOrCreate(secretsPath(dataDir), () => JSON.stringify(newSecrets(), null, 2));
  return parseSecrets(text, dataDir);
}

/** The secrets of this data folder, or null if the demonstration has never run in it. */
export async function findSecrets(dataDir: string): Promise<DemoSecrets | null> {
  const text = await readIfThere(secretsPath(dataDir));
  return text === null ? null : parseSecrets(text, dataDir);
}

function parseSecrets(text: string, dataDir: string): DemoSecrets {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(
      `${secretsPath(dataDir)} is not as the demonstration wrote it; delete it, and new secrets are made.`,
      { cause: error },
    );
  }
}
