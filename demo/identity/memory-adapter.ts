import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Clock } from '../clock';

interface Entry {
  payload: AdapterPayload;
  expiresAt: number;
}

const MAX_ENTRIES = 20_000;

/**
 * Keeps sign-ins, codes and opaque tokens in memory, each provider its own: a restart signs everybody out.
 * (JSON Web Tokens are valid by their signature and are not kept.)
 */
export function memoryAdapter(clock: Clock): AdapterFactory {
  const entries = new Map<string, Entry>();
  return (model) => modelAdapter(model, entries, clock);
}

function modelAdapter(model: string, entries: Map<string, Entry>, clock: Clock): Adapter {
  const key = (id: string) => `${model}:${id}`;
  const live = (entry: Entry | undefined) =>
    entry !== undefined && entry.expiresAt > clock.now() ? entry.payload : undefined;
  const findBy = (field: 'uid' | 'userCode', value: string) => {
    for (const [name, entry] of entries) {
      if (name.startsWith(`${model}:`) && entry.payload[field] === value) return live(entry);
    }
    return undefined;
  };
  return {
    upsert: (id, payload, expiresIn) => {
      const expiresAt = Number.isFinite(expiresIn) ? clock.now() + expiresIn * 1000 : Infinity;
      entries.set(key(id), { payload, expiresAt });
      if (entries.size > MAX_ENTRIES) dropOldest(entries, clock.now());
      return Promise.resolve();
    },
    find: (id) => Promise.resolve(live(entries.get(key(id)))),
    findByUid: (uid) => Promise.resolve(findBy('uid', uid)),
    findByUserCode: (userCode) => Promise.resolve(findBy('userCode', userCode)),
    consume: (id) => {
      const entry = entries.get(key(id));
      if (entry !== undefined) entry.payload.consumed = Math.floor(clock.now() / 1000);
      return Promise.resolve();
    },
    destroy: (id) => {
      entries.delete(key(id));
      return Promise.resolve();
    },
    revokeByGrantId: (grantId) => {
      for (const [name, { payload }] of entries) if (payload.grantId === grantId) entries.delete(name);
      return Promise.resolve();
    },
  };
}

function dropOldest(entries: Map<string, Entry>, now: number): void {
  for (const [name, { expiresAt }] of entries) if (expiresAt <= now) entries.delete(name);
  for (const name of entries.keys()) {
    if (entries.size <= MAX_ENTRIES) return;
    entries.delete(name);
  }
}
