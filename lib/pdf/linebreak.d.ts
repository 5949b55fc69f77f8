declare module 'linebreak' {
  /** The places at which Unicode (UAX #14) allows a new line. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
