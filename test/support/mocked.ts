import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, vi } from 'vitest';

/** Mocks an AWS client for a test file: resets it before each test, restores it and the environment after the last. */
export const mocked = ((client) => {
  const mock = mockClient(client);
  beforeEach(() => void mock.reset());
  afterAll(() => {
    mock.restore();
    vi.unstubAllEnvs();
  });
  return mock;
}) as typeof mockClient;
