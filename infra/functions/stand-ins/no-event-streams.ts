// Replaces the SDK's event streams: S3's client sets them up, and none of our calls uses one.

export const resolveEventStreamSerdeConfig = <C>(config: C): C => config;

export const eventStreamSerdeProvider = (): never => {
  throw new Error('Event streams are not bundled');
};
