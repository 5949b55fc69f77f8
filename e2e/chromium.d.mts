/** Where a Chromium is that CHROMIUM_PATH names or the system has; undefined leaves Playwright its own. */
export function chromiumPath(): string | undefined;
