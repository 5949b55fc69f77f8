type Action = (form: FormData) => Promise<void>;

/** What the forms of the page do without scripts. */
export interface DoorActions {
  readonly admit: Action;
  readonly admitGroup: Action;
  readonly undo: Action;
}
