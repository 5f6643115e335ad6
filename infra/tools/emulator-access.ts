/** Region of every local stack. */
export const REGION = 'eu-west-2';

/** Environment that points the SDK and the CDK to the emulator, as its root user. */
export const emulatorAccess = (url: string) => ({
  AWS_ENDPOINT_URL: url,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  AWS_EC2_METADATA_DISABLED: 'true',
});

export const emulatorClient = (url: string) => ({
  endpoint: url,
  region: REGION,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
