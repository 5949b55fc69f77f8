/** An address without the slashes at its end. Its time does not grow with the square of its length. */
export function withoutSlash(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}
