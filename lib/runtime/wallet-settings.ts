import { z } from 'zod';
import { optionalText } from './setting-values';

export const walletSettings = {
  WALLET_APPLE_CERTIFICATE_FILE: optionalText.describe(
    'a Pass Type ID certificate of Apple, in PEM. Without it there are no passes for Apple Wallet',
  ),
  WALLET_APPLE_KEY_FILE: optionalText.describe('its RSA key without a passphrase, in PEM'),
  WALLET_APPLE_AUTHORITY_FILE: optionalText.describe(
    'the certificate of Apple (WWDR) that signed it, in PEM',
  ),
  WALLET_GOOGLE_ISSUER_ID: z
    .string()
    .regex(/^\d{5,25}$/, 'has to be the number of an issuer account')
    .optional()
    .describe(
      'the number of an issuer account of Google Wallet. Without it there are no passes for Google Wallet',
    ),
  WALLET_GOOGLE_KEY_FILE: optionalText.describe('the JSON key of a service account that may use it'),
};
