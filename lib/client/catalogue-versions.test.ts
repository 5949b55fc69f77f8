import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, startClient } from '@/testing/client/test-client';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';

afterEach(closeAll);

const catalogId = samples.id(1);
const call = { language: 'fr' };

/** A server that tells the version of its catalogue, and a client whose clock the test moves. */
async function startVersioned(versionHeader: (isComplete: boolean) => string | undefined) {
  const clock = { now: 1_000_000 };
  const state = { name: 'Boats', offersAreReady: Promise.resolve() };
  const { client, server } = await startClient(
    async ({ path, query }) => {
      const isComplete = !path.includes('/offers');
      if (!isComplete) await state.offersAreReady;
      const header = versionHeader(isComplete);
      const headers = header === undefined ? {} : { 'catalog-version': header };
      const body = { ...samples.catalog(), name: state.name };
      return { ...(isComplete ? { body } : collection({ path, query }, [])), headers };
    },
    { now: () => clock.now },
  );
  const later = (milliseconds: number) => {
    clock.now += milliseconds;
  };
  const readName = async () => {
    const found = await client.getCatalog(catalogId, call);
    return found.kind === 'found' ? found.value.name : null;
  };
  const readOffers = () => client.listOffers(catalogId, { date: '2027-06-01' }, call);
  const asked = () => server.seen.filter(({ path }) => !path.includes('/offers')).length;
  return { state, later, readName, readOffers, asked };
}

describe('an answer that depends on its catalogue alone', () => {
  it('is not asked for again while other answers tell the same version', async () => {
    let version = 1;
    const { state, later, readName, readOffers, asked } = await startVersioned(
      (isComplete) => `"${version}"${isComplete ? ';complete' : ''}`,
    );
    expect(await readName()).toBe('Boats');
    later(1_001);
    await readOffers();
    later(900);
    expect(await readName()).toBe('Boats');
    expect(asked()).toBe(1);
    // The knowledge is of 900 ms ago, so it is used for 100 ms.
    later(101);
    expect(await readName()).toBe('Boats');
    expect(asked()).toBe(2);
    version = 2;
    state.name = 'Ships';
    later(1_001);
    await readOffers();
    expect(await readName()).toBe('Ships');
    expect(asked()).toBe(3);
  });

  it('waits for an answer about the same catalogue that is under way', async () => {
    const { later, readName, readOffers, asked } = await startVersioned(
      (isComplete) => `"1"${isComplete ? ';complete' : ''}`,
    );
    await readName();
    later(1_001);
    const [, name] = await Promise.all([readOffers(), readName()]);
    expect([name, asked()]).toEqual(['Boats', 1]);
  });

  it('does not wait long for one that is slow', async () => {
    const { state, later, readName, readOffers, asked } = await startVersioned(
      (isComplete) => `"1"${isComplete ? ';complete' : ''}`,
    );
    await readName();
    later(1_001);
    let answer: () => void = () => undefined;
    state.offersAreReady = new Promise((resolve) => (answer = resolve));
    const offers = readOffers();
    expect(await readName()).toBe('Boats');
    expect(asked()).toBe(2);
    answer();
    await offers;
  });

  it('is asked for once a minute, because another release may answer in another way', async () => {
    const { later, readName, readOffers, asked } = await startVersioned(
      (isComplete) => `"1"${isComplete ? ';complete' : ''}`,
    );
    await readName();
    for (let seconds = 0; seconds < 60; seconds += 2) {
      later(2_000);
      await readOffers();
      await readName();
    }
    expect(asked()).toBe(1);
    later(2_000);
    await readOffers();
    await readName();
    expect(asked()).toBe(2);
  });

  it.each([[undefined], ['1'], ['"1";other'], ['"1"']])(
    'is asked for after a second if the server tells no such version: %s',
    async (header) => {
      const { later, readName, readOffers, asked } = await startVersioned(() => header);
      await readName();
      later(1_001);
      await readOffers();
      await readName();
      expect(asked()).toBe(2);
    },
  );
});
