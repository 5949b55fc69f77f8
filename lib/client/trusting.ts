import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/**
 * TLS options of connections that trust a certificate authority (PEM) besides the public ones. All of them are read here,
 * once: it takes 30 ms, and with the option `ca` each new connection would do it again.
 */
export function trusting(authority: string): { secureContext: SecureContext } {
  return { secureContext: createSecureContext({ ca: [...rootCertificates, authority] }) };
}
