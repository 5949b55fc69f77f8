/** `__Host-`: no other host, no other path and no plain HTTP connection can have set the cookie. */
export function cookieName(
  plain: 'guest' | 'visitor' | 'lookup' | 'desk_rebooking' | `place_${number}`,
  storefrontUrl: string,
): string {
  return storefrontUrl.startsWith('https://') ? `__Host-${plain}` : plain;
}
