// The waiting list: who is told by e-mail when tickets that were all sold or held become available.
export { mostTickets } from './waiting-list/entry';
export { joinWaitingList } from './waiting-list/join';
export { findPlace, leavePlace, returnToLine, takePlace, type WaitingPlace } from './waiting-list/places';
