import { setTimeout as pause } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import { PREFIX } from '#functions/services/keys/keys.ts';
import type { Item } from './expressions.ts';

const BATCH = 100;
const RETRY_MS = 20;
const ATTEMPTS = 50;

/** Passes new audit-log entries to their job in order, with retries, as the table's stream does. */
export class Stream {
  private readonly records: DynamoDBRecord[] = [];
  private running: Promise<void> | undefined;
  private readonly handle: (records: DynamoDBRecord[]) => Promise<unknown>;
  constructor(handle: (records: DynamoDBRecord[]) => Promise<unknown>) {
    this.handle = handle;
  }

  take(before: Item | undefined, after: Item | undefined): void {
    if (before || !after?.sk?.S?.startsWith(PREFIX.activity)) return;
    const { pk, sk } = after;
    this.records.push({ eventName: 'INSERT', dynamodb: { Keys: { pk, sk }, NewImage: after } } as DynamoDBRecord);
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }

  private async run(): Promise<void> {
    await pause(0);
    while (this.records.length > 0) {
      const batch = this.records.slice(0, BATCH);
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1)
        try {
          await this.handle(batch);
          break;
        } catch (error) {
          if (attempt === ATTEMPTS) console.error(error);
          await pause(RETRY_MS);
        }
      this.records.splice(0, batch.length);
    }
  }

  async idle(): Promise<void> {
    while (this.running) await this.running;
  }
}
