/** What an operation answers with; the router turns it into a Response. */
export interface Answer {
  status: 200 | 201;
  /** The JSON-LD body. */
  body: object;
  /** The language that the texts of the body are in, when it has any. */
  language?: string;
}

/** 200 with a resource whose texts, if any, are in `language`. */
export function ok(body: object, language?: string): Answer {
  return language === undefined ? { status: 200, body } : { status: 200, body, language };
}

/** 201 with what was made, its texts, if any, in `language`. */
export function created(body: object, language?: string): Answer {
  return language === undefined ? { status: 201, body } : { status: 201, body, language };
}
