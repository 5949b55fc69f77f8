// Next would run that of the shop otherwise.
export function register() {}
