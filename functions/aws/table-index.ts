import { DAY_SECONDS } from '#shared/rules/time.ts';
/** Index of each adviser's clients and open tasks, and of all advisers. Projects keys and {@link SUMMARY}. */
export const INDEX = { name: 'lists', partitionKey: 'gpk', sortKey: 'gsk' } as const;
/**
 * Every row of the lists index, of all advisers in one partition, so that a page of the whole firm is one query. Its
 * partition key is the version of the stored form, which all rows have in common. Projects `gpk` too.
 */
export const FIRM_INDEX = { name: 'firm', partitionKey: 'v', sortKey: INDEX.sortKey, rows: 1 } as const;
/** Sparse index of due items: contains items that have both attributes. Projects keys only. */
export const DUE_INDEX = { name: 'due', partitionKey: 'dpk', sortKey: 'dsk' } as const;
/** Attribute with an item's summary. It is in the index, so it holds no secrets and no stages of a journey. */
export const SUMMARY = 'summary';
export const summaryPaths = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${SUMMARY}/${name}`, value]));
/** DynamoDB deletes expired items late, so every read compares the time itself. */
export const TTL_ATTRIBUTE = 'ttl';

/** Lets DynamoDB delete an item a day after `endsAt`, in seconds since 1970. */
export const removedAfter = (endsAt: number) => ({ [TTL_ATTRIBUTE]: endsAt + DAY_SECONDS });
