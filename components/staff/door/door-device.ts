import { isOtherLayout } from '@/lib/contract/ticket-code';
import type { Language } from '@/lib/locale/languages';
import type { DoorResult } from '@/lib/storefront/staff/door/door';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import type { DoorRefusal, DoorRequest } from '@/lib/storefront/staff/door/door-requests';
import { correctScan } from './correct-scan';
import { type DeviceStore, forgetDay, type QueuedScan } from './device-store';
import { fetchList, sendScans } from './door-client';
import {
  type AdmittedHere,
  findCode,
  indexed,
  isUsable,
  judgeOffline,
  type OfflineList,
  restOfGroup,
} from './offline-list';
import type { ShownResult } from './result-lines';

/** A scan in the list of the last ones. */
export type RecentScan = ShownResult & {
  /** When the answer came, by the clock of the device: an admission can be undone for a minute from then. */
  readonly shownAt: number;
  readonly isUndone: boolean;
};

export interface DoorState {
  readonly isBusy: boolean;
  /** The scan that was made last. */
  readonly last: RecentScan | null;
  /** Why the last scan has no result. */
  readonly refusal: DoorRefusal | 'no_list' | null;
  readonly recent: readonly RecentScan[];
  readonly isConnected: boolean;
  /** Scans that are not sent yet. */
  readonly waiting: number;
  readonly list: { readonly at: number; readonly count: number } | null;
  /** Of scans that were sent after this page was opened. */
  readonly conflicts: readonly DoorResult[];
}

const mostRecent = 20;
const mostSent = 20;
/** The server accepts codes of at most so many characters; no ticket has more. */
const longestCode = 200;

export const emptyState: DoorState = {
  isBusy: false,
  last: null,
  refusal: null,
  recent: [],
  isConnected: true,
  waiting: 0,
  list: null,
  conflicts: [],
};

interface DeviceOptions {
  readonly store: DeviceStore;
  readonly settings: DoorSettings;
  readonly language: Language;
  readonly onChange: (state: DoorState) => void;
}

/** Scans of one device, one after another: online as long as the shop answers, else with the list of the day. */
export class DoorDevice {
  #state = emptyState;
  #offline: OfflineList | null = null;
  #tag: string | null = null;
  readonly #admitted = new Map<string, AdmittedHere>();
  #work: Promise<void> = Promise.resolve();

  constructor(readonly options: DeviceOptions) {}

  #change(change: Partial<DoorState>): void {
    this.#state = { ...this.#state, ...change };
    this.options.onChange(this.#state);
  }

  /** Scans, undoing and sending wait for each other, so that the queue keeps its order. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    // A failure is that of its own work: what waits goes on.
    this.#work = done.catch(() => undefined);
    return done;
  }

  /** Loads what the device has stored, then what is new. */
  async open(): Promise<void> {
    const { store, settings } = this.options;
    for (const one of await store.readAdmitted()) this.#admitted.set(one.ticket, one);
    const stored = await store.readList(settings.date ?? '');
    if (stored !== undefined && isUsable(stored, Date.now())) {
      this.#offline = indexed(stored.list);
      this.#tag = stored.tag;
      this.#change({ list: { at: stored.storedAt, count: stored.list.tickets.length } });
    }
    this.#change({ waiting: await store.countQueue() });
    await this.refresh();
  }

  /** Sends the scans that wait, then fetches the list if it has changed. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#sendQueue();
      await this.#refreshList();
    });
  }

  async #refreshList(): Promise<void> {
    const { store, settings, language } = this.options;
    const fetched = await fetchList(settings.date, this.#tag, language);
    this.#change({ isConnected: fetched.kind !== 'unreachable' });
    if (fetched.kind === 'refused') await this.#refuse(fetched.refusal);
    const list = fetched.kind === 'list' ? fetched.list : this.#offline?.list;
    if (list === undefined || (fetched.kind !== 'list' && fetched.kind !== 'unchanged')) return;
    if (fetched.kind === 'list') {
      this.#offline = indexed(list);
      this.#tag = fetched.tag;
    }
    const storedAt = Date.now();
    await store.saveList({ date: settings.date ?? '', tag: this.#tag, storedAt, list });
    this.#change({ list: { at: storedAt, count: list.tickets.length } });
  }

  /** The person may not admit any more: the list of the day is deleted. */
  async #refuse(refusal: DoorRefusal): Promise<void> {
    this.#change({ refusal, last: null });
    if (!['signed_out', 'refused', 'not_allowed'].includes(refusal)) return;
    this.#offline = null;
    this.#tag = null;
    this.#admitted.clear();
    this.#change({ list: null });
    await forgetDay();
  }

  scan(text: string): Promise<void> {
    return this.#inTurn(async () => {
      const sent = this.#newScan({ code: text.slice(0, longestCode) });
      await this.#judge(sent, async () => {
        const offline = this.#offline;
        if (offline === null) return null;
        const { id, entrance, scannedAt } = sent;
        const scan = { id, entrance, scannedAt, ...(await findCode(text, offline)) };
        const result = judgeOffline(scan, offline, this.options.settings, this.#admitted);
        if (result.result === 'admitted' && result.ticket !== null)
          await this.#queue(this.#offlineScan(sent, result.ticket));
        return [result];
      });
    });
  }

  /** Admits the rest of the booking of a scan. */
  admitGroup(of: DoorResult): Promise<void> {
    return this.#inTurn(async () => {
      await this.#judge(this.#newScan({ groupOf: of.id }), async () => {
        if (this.#offline === null || of.ticket === null) return null;
        const rest = restOfGroup(of.ticket, this.#offline, this.#admitted);
        const size = of.group?.size ?? rest.length;
        const results: DoorResult[] = [];
        for (const { ticket } of rest) {
          const sent = this.#offlineScan(this.#newScan({}), ticket);
          await this.#queue(sent);
          const { id, entrance, scannedAt } = sent;
          const group = { size, admitted: size };
          results.push({ ...of, id, entrance, scannedAt, ticket, code: null, result: 'admitted', group });
        }
        return results;
      });
    });
  }

  undo(scan: RecentScan): Promise<void> {
    return this.#inTurn(async () => {
      const sent = this.#newScan({ undoes: scan.id });
      const isDone = await this.#judge(sent, async () => {
        await this.#queue(sent);
        return [{ ...scan, id: sent.id, result: 'undone' }];
      });
      if (!isDone) return;
      if (scan.ticket !== null) {
        this.#admitted.delete(scan.ticket);
        await this.options.store.removeAdmitted(scan.ticket);
      }
      const recent = this.#state.recent.map((one) => (one.id === scan.id ? { ...one, isUndone: true } : one));
      this.#change({ recent });
    });
  }

  #newScan(what: Pick<QueuedScan, 'code' | 'groupOf' | 'undoes'>): QueuedScan {
    const { entrance, sessions, events, date = null } = this.options.settings;
    return {
      id: crypto.randomUUID(),
      entrance,
      date,
      scannedAt: new Date().toISOString(),
      offline: false,
      sessions: [...sessions],
      events: [...events],
      ...what,
    };
  }

  /** Without its code: the queue on the device contains no codes. */
  #offlineScan({ id, scannedAt }: QueuedScan, ticket: string): QueuedScan {
    return { ...this.#newScan({}), id, scannedAt, ticket, offline: true };
  }

  async #queue(scan: QueuedScan): Promise<void> {
    await this.options.store.enqueue(scan);
    this.#change({ waiting: this.#state.waiting + 1 });
  }

  /** Shows the results of the service, or those of `alone` if it can't be asked. True if it did what was asked. */
  async #judge(scan: QueuedScan, alone: () => Promise<DoorResult[] | null>): Promise<boolean> {
    this.#change({ isBusy: true, refusal: null });
    try {
      const sent = await sendScans([scan], this.options.language);
      if (sent.kind === 'refused') {
        await this.#refuse(sent.refusal);
        return false;
      }
      const isOffline = sent.kind === 'unreachable';
      this.#change({ isConnected: !isOffline });
      const results = isOffline ? await alone() : sent.results;
      if (results === null) this.#change({ refusal: 'no_list', last: null });
      else await this.#show(results, isOffline, scan);
      return results?.some(({ result }) => result === 'admitted' || result === 'undone') ?? false;
    } finally {
      this.#change({ isBusy: false });
    }
  }

  async #show(results: readonly DoorResult[], isOffline: boolean, { code }: QueuedScan): Promise<void> {
    for (const { result, ticket, entrance, redeemedAt } of results) {
      if (result !== 'admitted' || ticket === null) continue;
      const admitted = { ticket, entrance, at: redeemedAt ?? new Date().toISOString() };
      this.#admitted.set(ticket, admitted);
      await this.options.store.saveAdmitted(admitted);
    }
    const shownAt = Date.now();
    const shown = results.map((one) => ({
      ...one,
      isOffline,
      shownAt,
      isUndone: false,
      isOtherLayout: code !== undefined && isOtherLayout(code, one.result === 'unknown' ? null : one.code),
    }));
    const recent = [...shown.toReversed(), ...this.#state.recent].slice(0, mostRecent);
    this.#change({ refusal: null, last: shown.at(-1) ?? this.#state.last, recent });
  }

  /** What was shown as admitted gets the result of the service: the ticket counts as admitted where it was. */
  async #correct(conflicts: readonly DoorResult[]): Promise<void> {
    if (conflicts.length === 0) return;
    for (const { ticket, redeemedAt, redeemedEntrance } of conflicts) {
      if (ticket === null || redeemedAt === null || redeemedEntrance === null) continue;
      const admitted = { ticket, entrance: redeemedEntrance, at: redeemedAt };
      this.#admitted.set(ticket, admitted);
      await this.options.store.saveAdmitted(admitted);
    }
    const { last, recent } = this.#state;
    this.#change({
      last: last === null ? null : correctScan(last, conflicts),
      recent: recent.map((scan) => correctScan(scan, conflicts)),
      conflicts: [...conflicts, ...this.#state.conflicts],
    });
  }

  async #sendQueue(): Promise<void> {
    const { store, language } = this.options;
    let most = mostSent;
    for (;;) {
      const queued = await store.readQueue(most);
      if (queued.length === 0) break;
      const sent = await sendScans(
        queued.map(({ scan }): DoorRequest['scans'][number] => scan),
        language,
      );
      this.#change({ isConnected: sent.kind !== 'unreachable' });
      // One scan that is refused must not keep the others: then they are sent one by one.
      const isInvalid = sent.kind === 'refused' && sent.refusal === 'invalid';
      if (isInvalid && most > 1) {
        most = 1;
        continue;
      }
      if (sent.kind === 'refused') await this.#refuse(sent.refusal);
      if (sent.kind !== 'judged' && !isInvalid) break;
      // The service would not have admitted these people.
      const conflicts = sent.kind === 'judged' ? sent.results.filter(({ conflict }) => conflict) : [];
      await this.#correct(conflicts);
      await store.dequeue(queued.map(({ key }) => key));
    }
    this.#change({ waiting: await store.countQueue() });
  }
}
