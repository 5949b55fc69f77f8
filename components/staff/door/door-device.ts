import type { Language } from '@/lib/locale/languages';
import type { DoorResult } from '@/lib/storefront/staff/door/door-answers';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import type { DoorConflict } from '@/lib/storefront/staff/door/conflicts';
import type { DoorRefusal } from '@/lib/storefront/staff/door/door-requests';
import { correctScan } from './correct-scan';
import { type DeviceStore, forgetDay, type QueuedScan } from './device-store';
import { fetchConflicts, fetchList, sendScans } from './door-client';
import { type DoorState, emptyState, type RecentScan } from './door-state';
import { newScan, offlineScan, shownScans, shownTogether } from './new-scan';
import {
  type AdmittedHere,
  countAdmitted,
  findCode,
  findTicket,
  indexed,
  isUsable,
  judgeOffline,
  type OfflineList,
  restOfGroup,
  resultOfRest,
  restTariffs,
  withoutAdmission,
} from './offline-list';
import { admittedJustNow } from './repeated-scan';
import { sendQueue } from './send-queue';

/** So many can be admitted with one tap. */
const mostRecent = 50;
/** The server accepts codes of at most so many characters; no ticket has more. */
const longestCode = 200;

interface DeviceOptions {
  readonly store: DeviceStore;
  readonly settings: DoorSettings;
  readonly language: Language;
  /** As the page has them. */
  readonly conflicts: readonly DoorConflict[];
  /** The clock, in milliseconds. */
  readonly now: () => number;
  readonly onChange: (state: DoorState) => void;
}

/** Scans of one device, one after another: online as long as the shop answers, else with the list of the day. */
export class DoorDevice {
  #state: DoorState;
  #offline: OfflineList | null = null;
  #tag: string | null = null;
  readonly #admitted = new Map<string, AdmittedHere>();
  #work: Promise<void> = Promise.resolve();

  constructor(readonly options: DeviceOptions) {
    this.#state = { ...emptyState, conflicts: options.conflicts };
  }

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
    if (stored !== undefined && isUsable(stored, this.options.now())) {
      this.#offline = indexed(stored.list);
      this.#tag = stored.tag;
      this.#change({ list: { at: stored.storedAt, count: stored.list.tickets.length } });
      this.#count();
    }
    this.#change({ waiting: await store.countQueue() });
    await this.refresh();
  }

  /** Sends the scans that wait, then fetches the list if it has changed. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#sendQueue();
      await this.#refreshList();
      await this.#refreshConflicts();
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
    const storedAt = this.options.now();
    await store.saveList({ date: settings.date ?? '', tag: this.#tag, storedAt, list });
    this.#change({ list: { at: storedAt, count: list.tickets.length } });
    this.#count();
  }

  #count(): void {
    const offline = this.#offline;
    this.#change({
      count: offline === null ? null : countAdmitted(offline, this.options.settings, this.#admitted),
    });
  }

  /** The person may not admit any more: the list of the day is deleted. */
  async #refuse(refusal: DoorRefusal): Promise<void> {
    this.#change({ refusal, last: null });
    if (!['signed_out', 'refused', 'not_allowed'].includes(refusal)) return;
    this.#offline = null;
    this.#tag = null;
    this.#admitted.clear();
    this.#change({ list: null, count: null });
    await forgetDay();
  }

  scan(text: string): Promise<void> {
    return this.#admit([{ code: text.slice(0, longestCode) }]);
  }

  /** Admits tickets whose visitors were found by name. */
  admitTickets(tickets: readonly string[]): Promise<void> {
    return this.#admit(tickets.map((ticket) => ({ ticket })));
  }

  #admit(what: readonly Pick<QueuedScan, 'code' | 'ticket'>[]): Promise<void> {
    const scans = what.map((one) => this.#newScan(one));
    return this.#inTurn(async () => {
      // A second tap on “Admit all” asks for tickets that are in meanwhile.
      const isOpen = ({ ticket = '' }: QueuedScan) => scans.length === 1 || !this.#admitted.has(ticket);
      const open = scans.filter(isOpen);
      await this.#judge(open, () => this.#judgeAlone(open));
    });
  }

  #newScan(what: Parameters<typeof newScan>[2] = {}): QueuedScan {
    return newScan(this.options.settings, this.options.now(), what);
  }

  async #judgeAlone(scans: readonly QueuedScan[]): Promise<DoorResult[] | null> {
    const offline = this.#offline;
    if (offline === null) return null;
    const admitted = new Map(this.#admitted);
    const results: DoorResult[] = [];
    for (const sent of scans) {
      const { id, entrance, scannedAt, code = '', ticket } = sent;
      const found = ticket === undefined ? await findCode(code, offline) : findTicket(ticket, offline);
      const scan = { id, entrance, scannedAt, ...found };
      const result = judgeOffline(scan, offline, this.options.settings, admitted);
      results.push(result);
      if (result.result !== 'admitted' || result.ticket === null) continue;
      admitted.set(result.ticket, { ticket: result.ticket, entrance, at: scannedAt });
      await this.#queue(offlineScan(sent, result.ticket));
    }
    return results;
  }

  /** Admits the rest of the booking of a scan. */
  admitGroup(of: DoorResult): Promise<void> {
    return this.#inTurn(async () => {
      await this.#judge([this.#newScan({ groupOf: of.id })], async () => {
        const offline = this.#offline;
        if (offline === null || of.ticket === null) return null;
        const results: DoorResult[] = [];
        for (const listed of restOfGroup(of.ticket, offline, this.#admitted)) {
          const sent = offlineScan(this.#newScan(), listed.ticket);
          await this.#queue(sent);
          results.push(resultOfRest(of, sent, listed, offline));
        }
        return results;
      });
    });
  }

  undo(scan: RecentScan): Promise<void> {
    return this.#inTurn(async () => {
      // A second tap: the result of the first one stays.
      if (this.#state.recent.some(({ id, isUndone }) => id === scan.id && isUndone)) return;
      const sent = this.#newScan({ undoes: scan.id });
      const isDone = await this.#judge([sent], async () => {
        await this.#queue(sent);
        return [{ ...scan, id: sent.id, result: 'undone' }];
      });
      if (!isDone) return;
      if (scan.ticket !== null) {
        this.#admitted.delete(scan.ticket);
        await this.options.store.removeAdmitted(scan.ticket);
        this.#offline = this.#offline && withoutAdmission(this.#offline, scan.ticket);
        this.#count();
      }
      const recent = this.#state.recent.map((one) => (one.id === scan.id ? { ...one, isUndone: true } : one));
      this.#change({ recent });
    });
  }

  async #queue(scan: QueuedScan): Promise<void> {
    await this.options.store.enqueue(scan);
    this.#change({ waiting: this.#state.waiting + 1 });
  }

  /** Shows the results of the service, or those of `alone` if it can't be asked. True if it did what was asked. */
  async #judge(scans: readonly QueuedScan[], alone: () => Promise<DoorResult[] | null>): Promise<boolean> {
    const [scan] = scans;
    if (scan === undefined) return false;
    this.#change({ isBusy: true, refusal: null });
    try {
      const sent = await sendScans([...scans], this.options.language);
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

  #withRest(scan: RecentScan): RecentScan {
    return { ...scan, rest: restTariffs(scan, this.#offline, this.#admitted) };
  }

  async #show(results: readonly DoorResult[], isOffline: boolean, sent: QueuedScan): Promise<void> {
    const again = admittedJustNow(results, this.#state.recent, Date.parse(sent.scannedAt));
    if (again !== null) {
      this.#change({ refusal: null, last: this.#withRest({ ...again, shownAt: this.options.now() }) });
      return;
    }
    for (const { result, ticket, entrance, redeemedAt } of results) {
      if (result !== 'admitted' || ticket === null) continue;
      const admitted = { ticket, entrance, at: redeemedAt ?? sent.scannedAt };
      this.#admitted.set(ticket, admitted);
      await this.options.store.saveAdmitted(admitted);
    }
    const tariffNames = this.#offline?.list.tariffs?.map(({ name }) => name) ?? [];
    const shown = shownScans(results, sent, { isOffline, shownAt: this.options.now(), tariffNames });
    const recent = [...shown.toReversed(), ...this.#state.recent].slice(0, mostRecent);
    const last = shownTogether(shown);
    this.#change({ refusal: null, recent, ...(last && { last: this.#withRest(last) }) });
    this.#count();
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
    this.#count();
    const { last, recent } = this.#state;
    this.#change({
      last: last === null ? null : correctScan(last, conflicts),
      recent: recent.map((scan) => correctScan(scan, conflicts)),
      conflicts: [...conflicts.map((one) => ({ ...one, resolved: null })), ...this.#state.conflicts],
    });
  }

  async #sendQueue(): Promise<void> {
    const { store, language } = this.options;
    const { isConnected, refusal, conflicts } = await sendQueue(store, language);
    if (isConnected !== null) this.#change({ isConnected });
    if (refusal !== null) await this.#refuse(refusal);
    await this.#correct(conflicts);
    this.#change({ waiting: await store.countQueue() });
  }

  /** Every device shows the conflicts of all, and which of them somebody has looked at. */
  async #refreshConflicts(resolved: string | null = null): Promise<void> {
    const { isConnected, refusal } = this.#state;
    if (resolved === null && (!isConnected || refusal !== null)) return;
    const read = await fetchConflicts(resolved, this.options.language);
    if (read.kind === 'conflicts') this.#change({ conflicts: read.conflicts });
    else if (read.kind === 'refused') await this.#refuse(read.refusal);
    else if (resolved !== null) this.#change({ refusal: 'unavailable', last: null });
  }

  /** Ticks a conflict off, on every device. */
  resolve(id: string): Promise<void> {
    return this.#inTurn(() => this.#refreshConflicts(id));
  }
}
