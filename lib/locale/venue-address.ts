/**
 * The address of a venue as it is shown after its name: without the name, with which the addresses of some feeds begin. Empty
 * if it says nothing more.
 */
export function addressAfterName({ name, address }: { name: string; address: string }): string {
  if (address === name) return '';
  return address.startsWith(`${name}, `) ? address.slice(name.length + 2) : address;
}
