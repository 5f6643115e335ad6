/** The index of lists: an adviser's clients and open tasks, and the directory of advisers. Its rows hold keys and {@link SUMMARY}. */
export const INDEX = { name: 'lists', partitionKey: 'gpk', sortKey: 'gsk' } as const;
/** The index of what is to be done at a time: an item is in it while it has both attributes. Its rows hold keys alone. */
export const DUE_INDEX = { name: 'due', partitionKey: 'dpk', sortKey: 'dsk' } as const;
/** The map in which a noun keeps what its lists show, and which alone the index carries: no secrets, no stages of a journey. */
export const SUMMARY = 'card';
export const summaryPaths = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${SUMMARY}/${name}`, value]));
/** Attribute by which DynamoDB removes what has ended; every read compares the time itself. */
export const TTL_ATTRIBUTE = 'ttl';

const DAY_SECONDS = 24 * 60 * 60;
/** What lets DynamoDB remove an item a day after its end, which is in seconds since 1970. */
export const removedAfter = (endsAt: number) => ({ [TTL_ATTRIBUTE]: endsAt + DAY_SECONDS });
