import type { Environment } from '@/lib/runtime/env';

const long = 'x'.repeat(40);

/** Every setting that has no default, for tests: there is no server at these addresses. */
export const requiredSettings: Environment = {
  SERVICE_CLIENT_ID: 'shop',
  SERVICE_CLIENT_SECRET: 'secret',
  TOKEN_ISSUER: 'https://id.example/realm/',
  TOKEN_AUDIENCE: 'https://service.example',
  PAYMENT_SECRET_KEY: long,
  PAYMENT_WEBHOOK_SECRET: long,
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'tickets@example.org',
  NEXTAUTH_SECRET: long,
  LINK_SECRET: long,
  STAFF_ISSUER: 'https://id.example/staff',
  STAFF_CLIENT_ID: 'staff',
  STAFF_CLIENT_SECRET: 'secret',
};
