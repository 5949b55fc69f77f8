type Action = (form: FormData) => Promise<void>;

/** For the forms without scripts. */
export interface DoorActions {
  readonly admit: Action;
  readonly admitGroup: Action;
  readonly undo: Action;
  readonly admitFound: Action;
  readonly tickOff: Action;
}
