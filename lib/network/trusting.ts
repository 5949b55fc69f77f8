import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/**
 * TLS options of connections that trust a certificate authority (PEM) besides the usual ones: the public ones, and those of
 * NODE_EXTRA_CA_CERTS. All of them are read here, once: it takes 30 ms, and with the option `ca` each new connection would do
 * it again.
 */
export function trusting(authority: string): { secureContext: SecureContext } {
  return {
    secureContext: createSecureContext({ ca: [...rootCertificates, ...extraAuthorities(), authority] }),
  };
}

/** The option `ca` replaces also these, and only Node 22.15 and later can list them (`getCACertificates`). */
function extraAuthorities(): string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
  if (file === '') return [];
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    // Node has warned of it at the start, and goes on without them, too.
    return [];
  }
}
