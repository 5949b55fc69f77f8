import { join } from 'node:path';
import type { DemoConfig, Environment } from './env';
import { machineClients, STAFF_CLIENT_ID } from './identity/clients';
import type { DemoSecrets } from './common/secrets';
import { walletFiles } from './wallet-files';

export interface ProgramEnvironments {
  readonly service: Environment;
  readonly storefront: Environment;
  readonly demo: Environment;
}

/** The file with the service's certificate authority, which the service makes at its first start. */
export function authorityFile(dataDir: string): string {
  return join(dataDir, 'tls', 'ca.pem');
}

/** The environment of each program, in addition to `base`: the settings with which the three work together. */
export function programEnvironments(
  config: DemoConfig,
  secrets: DemoSecrets,
  base: Environment,
): ProgramEnvironments {
  const { storefrontUrl, serviceUrl, demoUrl, shopName, dataDir } = config;
  const issuer = `${demoUrl}/oidc`;
  const shared = {
    ...base,
    DATA_DIR: dataDir,
    STOREFRONT_URL: storefrontUrl,
    SERVICE_URL: serviceUrl,
    DEMO_URL: demoUrl,
    SHOP_NAME: shopName,
    TOKEN_ISSUER: issuer,
    TOKEN_AUDIENCE: serviceUrl,
  };
  return {
    service: {
      ...shared,
      SERVICE_PORT: String(config.servicePort),
      PRICE_SOURCE_HOSTS: new URL(demoUrl).host,
    },
    demo: {
      ...shared,
      PORT: String(config.storefrontPort),
      SERVICE_PORT: String(config.servicePort),
      DEMO_PORT: String(config.demoPort),
      SMTP_PORT: String(config.smtpPort),
    },
    storefront: {
      ...shared,
      NODE_ENV: 'production',
      PORT: String(config.storefrontPort),
      SERVICE_CA_FILE: authorityFile(dataDir),
      SERVICE_CLIENT_ID: 'demo-storefront',
      SERVICE_CLIENT_SECRET: secrets.clients['demo-storefront'],
      // Staff may cancel orders against the rule of the product.
      TOKEN_SCOPE: machineClients['demo-storefront'].scopes.join(' '),
      CATALOG_CLIENT_ID: 'demo-issuer',
      CATALOG_CLIENT_SECRET: secrets.clients['demo-issuer'],
      PAYMENT_URL: demoUrl,
      PAYMENT_PAGES: `${demoUrl}/payment#`,
      // The demo serves the issuers' pictures, too.
      IMAGE_HOSTS: new URL(demoUrl).host,
      PAYMENT_SECRET_KEY: secrets.paymentSecretKey,
      PAYMENT_WEBHOOK_SECRET: secrets.paymentWebhookSecret,
      SHOP_TEXTS_DIR: 'demo/texts',
      ...mailSettings(config),
      COUNTER_EMAIL: 'desk@demo.test',
      COUNTER_COUNTRY: 'FR',
      NEXTAUTH_SECRET: secrets.nextAuthSecret,
      LINK_SECRET: secrets.linkSecret,
      ...walletSettings(walletFiles(dataDir)),
      STAFF_ISSUER: issuer,
      STAFF_CLIENT_ID,
      STAFF_CLIENT_SECRET: secrets.clients[STAFF_CLIENT_ID],
    },
  };
}

function mailSettings({ smtpPort }: DemoConfig): Environment {
  return {
    SMTP_URL: `smtp://localhost:${smtpPort}`,
    MAIL_FROM: 'tickets@demo.test',
    ALERT_EMAIL: 'operator@demo.test',
  };
}

function walletSettings(wallet: ReturnType<typeof walletFiles>): Environment {
  return {
    WALLET_APPLE_AUTHORITY_FILE: wallet.authority,
    WALLET_APPLE_CERTIFICATE_FILE: wallet.certificate,
    WALLET_APPLE_KEY_FILE: wallet.key,
    WALLET_GOOGLE_ISSUER_ID: '3388000000000000000',
    WALLET_GOOGLE_KEY_FILE: wallet.account,
  };
}
