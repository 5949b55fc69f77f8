/** A real PostgreSQL server for tests; `createDatabase` resolves to the URL of a new, empty database on it. */
export interface TestServer {
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}
