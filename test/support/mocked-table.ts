import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, vi } from 'vitest';

/** Mocks the table's client for a test file: resets it before each test, restores it after the last. */
export function mockedTable() {
  vi.stubEnv('TABLE_NAME', 'table');
  const db = mockClient(DynamoDBDocumentClient);
  beforeEach(() => db.reset());
  afterAll(() => {
    db.restore();
    vi.unstubAllEnvs();
  });
  return db;
}
