/** A body whose texts are all in one language, which is sent as Content-Language. */
export class Localized<Body> {
  constructor(
    readonly body: Body,
    readonly language: string,
  ) {}
}

/** What an operation returns: the body alone, or with the language of its texts. */
export type Result<Body> = Body | Localized<Body>;

export interface PageOf<Member> {
  /** The number of members on all pages. */
  totalItems: number;
  member: Member[];
}

/** A complete response; the router turns it into bytes. */
export interface Answer {
  status: 200 | 201;
  body: object;
  /** The language of the texts in the body, if it has any. */
  language?: string;
}
