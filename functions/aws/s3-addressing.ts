/**
 * How S3's client names buckets: AWS has them in the host name. Another endpoint, such as an emulator's, may have no such
 * names, and is sent them in the path.
 */
export const s3Addressing = () => ({ forcePathStyle: process.env.AWS_ENDPOINT_URL !== undefined });
