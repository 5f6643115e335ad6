// Stands in for the SDK's event streams in the bundles: S3's client sets them up, and no call of ours has one.

export const resolveEventStreamSerdeConfig = <C>(config: C): C => config;

export const eventStreamSerdeProvider = (): never => {
  throw new Error('Event streams are not bundled');
};
