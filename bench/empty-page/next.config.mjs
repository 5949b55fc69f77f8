// Next would take that of the shop otherwise.
const config = {};

export default config;
