import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';

/** A name resolves to an address that may not be called. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

export type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
) => void;

export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: Error | null, addresses?: LookupAddress[]) => void,
) => void;

/** Whether all addresses of a name may be called. */
export type Judge = (addresses: readonly [string, ...string[]], hostname: string) => boolean;

/**
 * Like `dns.lookup`, but fails with AddressRefused if `judge` returns false. A socket that uses it connects to
 * exactly the checked addresses, so a second, different resolution is impossible.
 */
export function filteredDnsLookup(judge: Judge, resolve: Resolve = lookup): Lookup {
  return (hostname, options, callback) => {
    // With an error there are no addresses at all.
    resolve(hostname, { ...options, all: true }, (error, addresses = []) => {
      const [first, ...others] = addresses;
      if (error !== null) callback(error, []);
      else if (first === undefined) callback(new Error(`${hostname} has no address`), []);
      else if (!judge([first.address, ...others.map(({ address }) => address)], hostname)) {
        callback(new AddressRefused(`${hostname} leads where nothing may be called`), []);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
