/** Emulators expect the bucket in the path, AWS in the host name. */
export const s3Addressing = () => ({ forcePathStyle: process.env.AWS_ENDPOINT_URL !== undefined });
