// The waiting room: who has to wait for tickets, and for how long.
export { changeRoom, type RoomChange } from './waiting-room/manage-rooms';
export { readCounts, type RoomCounts } from './waiting-room/progress-store';
export type { Room } from './waiting-room/room';
export { insertRoom, readRooms } from './waiting-room/room-store';
export { parseScope, scopeText, type Scope } from './waiting-room/scope';
export { openWaitingRooms, type Entry, type WaitingRooms } from './waiting-room/waiting-rooms';
