import text from './messages/en/failure.json';

/** The error page in English alone, because every browser loads it with every page. */
export const englishFailure = text;
