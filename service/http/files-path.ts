/** Below it are the files of documents, at addresses that are signed. */
export const filesPath = '/files/';
