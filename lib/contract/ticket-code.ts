/** Of `newReference` in service/order: no 0 or O, no 1, I or L. */
const characters = /^[2-9A-HJKMNP-Z]{12}$/;

// A phone reads whatever QR code it is shown: some have thousands of characters.
const longest = 64;

/**
 * The code of a ticket, `H4TK-9QWE-2MBX`, from what was typed or scanned; null for what can't be one. Only letters and
 * digits count: people leave out the hyphens, and a scanner that is set to another keyboard layout sends other characters for them.
 */
export function ticketCode(text: string): string | null {
  if (text.length > longest) return null;
  const bare = text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
  return characters.test(bare) ? bare.replaceAll(/(.{4})(?=.)/g, '$1-') : null;
}

/** Bits of a hash in a list for the entrance; see `AdmissionList`. */
const hashBytes = 5;

/** How a list for the entrance writes a hash: its first bytes in hexadecimal digits. */
export function shortHash(digest: Uint8Array): string {
  return Array.from(digest.subarray(0, hashBytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
