/** AWS names buckets in the host name; an emulator takes them in the path. */
export const s3Addressing = () => ({ forcePathStyle: process.env.AWS_ENDPOINT_URL !== undefined });
