import { createHmac } from 'node:crypto';
import { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, vi } from 'vitest';

export function deriveWithoutKms(): void {
  const kms = mockClient(KMSClient);
  beforeAll(() => {
    vi.stubEnv('MAC_KEY_ID', 'key');
    kms.on(GenerateMacCommand).callsFake(({ Message }) => ({
      Mac: createHmac('sha256', 'a key of tests').update(Message).digest(),
    }));
  });
  afterAll(() => {
    kms.restore();
    vi.unstubAllEnvs();
  });
}
