import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  expiresAt: number;
}

const MAX_ENTRIES = 20_000;

/**
 * Keeps sign-ins, codes and opaque tokens in memory, separately for each provider: a restart signs all users out.
 * (JSON Web Tokens are valid by their signature and are not stored.)
 */
export function memoryAdapter(): AdapterFactory {
  const entries = new Map<string, Entry>();
  return (model) => modelAdapter(model, entries);
}

function modelAdapter(model: string, entries: Map<string, Entry>): Adapter {
  const key = (id: string) => `${model}:${id}`;
  const live = (entry: Entry | undefined) =>
    entry !== undefined && entry.expiresAt > Date.now() ? entry.payload : undefined;
  const findBy = (field: 'uid' | 'userCode', value: string) => {
    for (const [name, entry] of entries) {
      if (name.startsWith(`${model}:`) && entry.payload[field] === value) return live(entry);
    }
    return undefined;
  };
  return {
    upsert: (id, payload, expiresIn) => {
      const expiresAt = Number.isFinite(expiresIn) ? Date.now() + expiresIn * 1000 : Infinity;
      entries.set(key(id), { payload, expiresAt });
      if (entries.size > MAX_ENTRIES) dropOldest(entries, Date.now());
      return Promise.resolve();
    },
    find: (id) => Promise.resolve(live(entries.get(key(id)))),
    findByUid: (uid) => Promise.resolve(findBy('uid', uid)),
    findByUserCode: (userCode) => Promise.resolve(findBy('userCode', userCode)),
    consume: (id) => {
      const entry = entries.get(key(id));
      if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1000);
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
