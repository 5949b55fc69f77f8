import { Temporal } from 'temporal-polyfill';
import { changeRoom as storeChange, type RoomChange } from '../../../shop/flows/waiting-room/manage-rooms';
import { insertRoom, readRooms } from '../../../shop/data/room-store';
import { parseScope, type Scope, scopeText } from '../../../shop/rules/scope';
import { readCounts, type RoomCounts } from '../../../shop/data/progress-store';
import type { Room } from '../../../shop/rules/room';
import type { AuditRecord } from '../../../shop/data/audit-store';
import type { Client } from '../../../client/client';
import { ServiceError } from '../../../client/service-error';
import type { Language } from '../../../locale/languages';
import { venueDay, venueTime } from '../../../locale/venue-time';
import { isId } from '../../common/request/load';
import { forStaff, type Staff } from '../../common/account/for-staff';

/** For what a room can be opened, by name. */
export interface ScopeChoice {
  /** As in the form; see `scopeOf`. */
  readonly value: string;
  /** The names of the catalogue and of the product; none for the whole shop. */
  readonly names: readonly string[];
  readonly timezone: string | undefined;
}

async function readChoices(client: Client, language: Language): Promise<ScopeChoice[]> {
  const { members: catalogs } = await client.listCatalogs({ language });
  const lists = catalogs.map(async ({ id: catalogId, name, timezone }) => {
    const products = await client.listProducts(catalogId, { language });
    const own = { value: scopeText({ kind: 'catalog', catalogId }), names: [name], timezone };
    if (products.kind === 'missing') return [own];
    const others = products.value.members.map((product) => ({
      value: scopeText({ kind: 'product', catalogId, productId: product.id }),
      names: [name, product.name],
      timezone,
    }));
    return [own, ...others];
  });
  return (await Promise.all(lists)).flat();
}

function viewOf(room: Room, choices: readonly ScopeChoice[], counts: RoomCounts | undefined) {
  const {
    id,
    openedBy,
    timezone,
    isPaused,
    isSoldOut,
    perMinute,
    leastPerMinute,
    mostPerMinute,
    mostActive,
  } = room;
  const value = scopeText(room.scope);
  const at = room.opensAt.toISOString();
  return {
    id,
    openedBy,
    timezone,
    isPaused,
    isSoldOut,
    perMinute,
    leastPerMinute,
    mostPerMinute,
    mostActive,
    isBeforeOpening: room.drawn === null,
    /** Of the catalogue and the product; none for the whole shop. Identifiers if the names are unknown. */
    names: value === 'shop' ? [] : (choices.find((choice) => choice.value === value)?.names ?? [value]),
    /** In the room's time zone. */
    opensOn: { day: venueDay(at, timezone), time: venueTime(at, timezone) },
    waiting: room.lastNumber - room.admitted,
    active: counts?.active ?? 0,
    held: counts?.held ?? 0,
    heldLastMinute: counts?.heldLastMinute ?? 0,
  };
}

export type RoomView = ReturnType<typeof viewOf>;

/** The rooms that are not closed, and what further ones can be opened for. */
export function readWaitingRooms(language: Language) {
  return forStaff('orders:read', async ({ client, config, checkoutContext: { database } }) => {
    const [rooms, counts] = [await readRooms(database), await readCounts(database)];
    let choices: ScopeChoice[] = [];
    try {
      choices = await readChoices(client, language);
    } catch (error) {
      // The rooms can be shown and changed without the names.
      if (!(error instanceof ServiceError)) throw error;
    }
    const views = rooms.map((room) =>
      viewOf(
        room,
        choices,
        counts.find(({ id }) => id === room.id),
      ),
    );
    const zones = [...choices, ...rooms].flatMap(({ timezone }) => timezone ?? []);
    return {
      isOff: config.waitingRoom.mode === 'off',
      rooms: views,
      choices: choices.filter(({ value }) => rooms.every(({ scope }) => scopeText(scope) !== value)),
      hasShop: rooms.some(({ scope }) => scope.kind === 'shop'),
      timezones: [...new Set([...zones, 'UTC'])],
    };
  });
}

type RoomStaff = Staff<'rooms:change'>;

/** `unchanged`: there is a room already, or it is closed or open by now. */
async function noteChange(
  { audit, waitingRooms }: RoomStaff,
  room: number | null,
  record: Pick<AuditRecord, 'action'> & { detail: { done: boolean } },
): Promise<{ problem: 'unchanged' } | null> {
  const subject = room === null ? {} : { subject: { kind: 'waiting_room', id: String(room) } as const };
  await audit({ ...record, ...subject });
  waitingRooms?.forget();
  return record.detail.done ? null : { problem: 'unchanged' };
}

/** `opensAt`: null to open it at once. `reason`: empty if none was asked for. */
export async function openRoom(
  staff: RoomStaff,
  { reason, ...typed }: { scope: Scope; opensAt: Date | null; timezone: string; reason: string },
) {
  const { scope, opensAt } = typed;
  const room = await insertRoom(staff.checkoutContext.database, { ...typed, openedBy: 'staff' });
  const detail = {
    scope: scopeText(scope),
    opensAt: opensAt?.toISOString() ?? null,
    ...(reason === '' ? {} : { reason }),
    done: room !== null,
  };
  return noteChange(staff, room, { action: 'waiting_room_opened', detail });
}

export async function changeRoom(staff: RoomStaff, room: number, change: RoomChange) {
  const done = await storeChange(staff.checkoutContext.database, room, change);
  return noteChange(staff, room, { action: 'waiting_room_changed', detail: { ...change, done } });
}

/** The scope that a form names; null if it names none. */
export function parseTypedScope(value: string): Scope | null {
  const ids = value.split('/');
  return value === 'shop' || (ids.length <= 2 && ids.every(isId)) ? parseScope(value) : null;
}

/** A moment, from a date and time such as "2026-11-21T10:00" and the name of a time zone; null if it is none. */
export function momentIn(local: string, timezone: string): Date | null {
  try {
    const time = Temporal.PlainDateTime.from(local);
    const moment = time.toZonedDateTime(timezone);
    // In spring a clock skips an hour: such a time is a mistake.
    return moment.toPlainDateTime().equals(time) ? new Date(moment.epochMilliseconds) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
