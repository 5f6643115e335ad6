import { createHmac } from 'node:crypto';
import { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { beforeEach, vi } from 'vitest';
import { mocked } from './mocked.ts';

export function deriveWithoutKms(): void {
  const kms = mocked(KMSClient);
  vi.stubEnv('MAC_KEY_ID', 'key');
  beforeEach(() => {
    kms.on(GenerateMacCommand).callsFake(({ Message }) => ({
      Mac: createHmac('sha256', 'a key of tests').update(Message).digest(),
    }));
  });
}
