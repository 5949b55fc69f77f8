// The waiting room: who has to wait for tickets, and for how long.
export { changeRoom, readCounts, type RoomChange, type RoomCounts } from './waiting-room/manage-rooms';
export type { Room } from './waiting-room/room';
export { insertRoom, readRooms } from './waiting-room/room-store';
export { parseScope, scopeText, type Scope } from './waiting-room/scope';
export { openWaitingRooms, type Entry, type WaitingRooms } from './waiting-room/waiting-rooms';
