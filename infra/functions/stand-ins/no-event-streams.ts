// Stands in for the SDK's event streams in the bundles: S3's client sets them up, and no call of ours has one.

/** Leaves the client's settings as they are. */
export const resolveEventStreamSerdeConfig = <C>(config: C): C => config;

/** Throws: there are no event streams here. */
export const eventStreamSerdeProvider = (): never => {
  throw new Error('Event streams are not bundled');
};
