/** A body whose texts are all in one language, which is sent as Content-Language. */
export class Localized<Body> {
  constructor(
    readonly body: Body,
    readonly language: string,
  ) {}
}

/** A body with an entity tag (RFC 9110 §8.8.3): a client that has it is told that it has not changed. */
export class Tagged<Body> {
  constructor(
    readonly body: Body,
    readonly tag: string,
  ) {}
}

/** The member whose value may be sent as it was stored. */
type WrittenMember = 'feed';

/** A body whose `feed` is JSON text already, so that megabytes are neither parsed nor written again, with its entity tag. */
export class Written<Body> {
  constructor(
    readonly body: Omit<Body, WrittenMember>,
    readonly written: { readonly name: WrittenMember; readonly text: string },
    readonly tag: string,
  ) {}
}

/** What an operation returns: the body alone, with the language of its texts, or with its entity tag. */
export type Result<Body> = Body | Localized<Body> | Tagged<Body> | Written<Body>;

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
  /** The entity tag of the body, if it has one. */
  tag?: string;
  /** A member that `body` does not have, as JSON text. */
  written?: Written<object>['written'];
}
