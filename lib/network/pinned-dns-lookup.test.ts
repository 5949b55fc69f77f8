import { describe, expect, it } from 'vitest';
import { AddressRefused } from './filtered-dns-lookup';
import { isCallable, pinnedDnsLookup } from './pinned-dns-lookup';

/** A lookup whose resolver gives these answers, one after another. */
function lookupWithAnswers(...answers: string[][]) {
  const lookup = pinnedDnsLookup((_hostname, _options, callback) => {
    const addresses = answers.shift() ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  });
  const look = () =>
    new Promise<unknown>((resolve) =>
      lookup.lookup('files.example', { all: true }, (error, addresses) => resolve(error ?? addresses)),
    );
  return { ...lookup, look };
}

describe('a host that the operator has named', () => {
  it.each([['10.1.2.3'], ['127.0.0.1'], ['fd12::1'], ['1.1.1.1'], ['2606:4700::1111']])(
    'may have the address %s',
    async (address) => {
      expect(await lookupWithAnswers([address]).look()).toMatchObject([{ address }]);
    },
  );

  it.each(['169.254.169.254', 'fe80::1', '0.0.0.0', '::', '224.0.0.1', '::ffff:169.254.169.254', 'ff02::1'])(
    'may not have the address %s',
    async (address) => {
      expect(isCallable(address)).toBe(false);
      expect(await lookupWithAnswers([address]).look()).toBeInstanceOf(AddressRefused);
      expect(await lookupWithAnswers(['10.1.2.3', address]).look()).toBeInstanceOf(AddressRefused);
    },
  );

  it.each([[['1.1.1.1', '10.1.2.3']], [['10.1.2.3', '1.1.1.1']], [['2606:4700::1111', '127.0.0.1']]])(
    'may not have public and private addresses at once: %s',
    async (addresses) => {
      expect(await lookupWithAnswers(addresses).look()).toBeInstanceOf(AddressRefused);
    },
  );

  it.each([
    ['1.1.1.1', '10.1.2.3'],
    ['10.1.2.3', '1.1.1.1'],
  ])('confirmed at %s, it is refused at %s until it is back', async (before, after) => {
    const host = lookupWithAnswers([before], [after], [before]);
    expect(await host.look()).toMatchObject([{ address: before }]);
    host.confirm('files.example', before);
    expect(await host.look()).toBeInstanceOf(AddressRefused);
    expect(await host.look()).toMatchObject([{ address: before }]);
  });

  it('may move before its certificate is seen, and later among addresses of the same kind', async () => {
    const host = lookupWithAnswers(['1.1.1.1'], ['10.1.2.3'], ['10.9.9.9']);
    await host.look();
    expect(await host.look()).toMatchObject([{ address: '10.1.2.3' }]);
    host.confirm('files.example', '10.1.2.3');
    expect(await host.look()).toMatchObject([{ address: '10.9.9.9' }]);
  });

  it("passes on the resolver's error", async () => {
    const { lookup } = pinnedDnsLookup((_hostname, _options, callback) => callback(new Error('ENOTFOUND')));
    const answer = new Promise((resolve) => lookup('files.example', { all: true }, resolve));
    expect(await answer).toMatchObject({ message: 'ENOTFOUND' });
  });

  it('fails if it has no address', async () => {
    expect(await lookupWithAnswers([]).look()).toBeInstanceOf(Error);
  });
});
