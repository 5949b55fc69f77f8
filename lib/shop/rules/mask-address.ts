/**
 * "m…@example.test": which address it was, for people who know it. The audit log can't be changed, so it must not have
 * a whole address, which could not be erased.
 */
export function maskAddress(email: string): string {
  const [first = ''] = email;
  return `${first}…${email.slice(email.lastIndexOf('@'))}`;
}
