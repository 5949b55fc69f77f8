/** The files of documents are below this path, at signed addresses. */
export const filesPath = '/files/';
