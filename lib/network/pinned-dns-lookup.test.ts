import { describe, expect, it } from 'vitest';
import { PrivateAddress } from './filtered-dns-lookup';
import { isCallable, pinnedDnsLookup } from './pinned-dns-lookup';

/** The answers of a resolver for names, one after another. */
function named(...answers: string[][]) {
  const steady = pinnedDnsLookup((_hostname, _options, callback) => {
    const addresses = answers.shift() ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  });
  const look = () =>
    new Promise<unknown>((resolve) =>
      steady.lookup('files.example', { all: true }, (error, addresses) => resolve(error ?? addresses)),
    );
  return { ...steady, look };
}

describe('a host that the operator has named', () => {
  it.each([['10.1.2.3'], ['127.0.0.1'], ['fd12::1'], ['1.1.1.1'], ['2606:4700::1111']])(
    'may have the address %s',
    async (address) => {
      expect(await named([address]).look()).toMatchObject([{ address }]);
    },
  );

  it.each(['169.254.169.254', 'fe80::1', '0.0.0.0', '::', '224.0.0.1', '::ffff:169.254.169.254', 'ff02::1'])(
    'may not have the address %s',
    async (address) => {
      expect(isCallable(address)).toBe(false);
      expect(await named([address]).look()).toBeInstanceOf(PrivateAddress);
      expect(await named(['10.1.2.3', address]).look()).toBeInstanceOf(PrivateAddress);
    },
  );

  it.each([[['1.1.1.1', '10.1.2.3']], [['10.1.2.3', '1.1.1.1']], [['2606:4700::1111', '127.0.0.1']]])(
    'may not have public and private addresses at once: %s',
    async (addresses) => {
      expect(await named(addresses).look()).toBeInstanceOf(PrivateAddress);
    },
  );

  it.each([
    ['1.1.1.1', '10.1.2.3'],
    ['10.1.2.3', '1.1.1.1'],
  ])('that was at %s is not looked for at %s', async (before, after) => {
    const host = named([before], [after], [before]);
    expect(await host.look()).toMatchObject([{ address: before }]);
    host.confirm('files.example', before);
    expect(await host.look()).toBeInstanceOf(PrivateAddress);
    expect(await host.look()).toMatchObject([{ address: before }]);
  });

  it('may move before its certificate is seen, and later among addresses of the same kind', async () => {
    const host = named(['1.1.1.1'], ['10.1.2.3'], ['10.9.9.9']);
    await host.look();
    expect(await host.look()).toMatchObject([{ address: '10.1.2.3' }]);
    host.confirm('files.example', '10.1.2.3');
    expect(await host.look()).toMatchObject([{ address: '10.9.9.9' }]);
  });

  it('fails only if the resolver fails', async () => {
    const { lookup } = pinnedDnsLookup((_hostname, _options, callback) => callback(new Error('ENOTFOUND')));
    const answer = new Promise((resolve) => lookup('files.example', { all: true }, resolve));
    expect(await answer).toMatchObject({ message: 'ENOTFOUND' });
  });

  it('fails if it has no address', async () => {
    expect(await named([]).look()).toBeInstanceOf(Error);
  });
});
