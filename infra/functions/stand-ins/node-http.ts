// Stands in for node:http in the bundles: as a module it would be read whole, which loads undici, 24 ms of a cold start.

export const { Agent, request, STATUS_CODES } = process.getBuiltinModule('node:http');
