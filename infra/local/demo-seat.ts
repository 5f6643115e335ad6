import type { DemoAccount } from './demo-data.ts';
import { DemoSession, Refused } from './demo-session.ts';

/** A session ends after twelve hours. */
const SIGNED_IN_MS = 11 * 60 * 60_000;

/** Somebody of the staff at the own browser. */
export class Seat {
  private readonly session = new DemoSession();
  private readonly account: DemoAccount;
  private signedInAt = Number.NEGATIVE_INFINITY;

  constructor(account: DemoAccount) {
    this.account = account;
  }

  private async signIn(time: Date): Promise<void> {
    const { email, password } = this.account;
    await this.session.call('POST /api/auth/login', {}, { email, password });
    this.signedInAt = time.getTime();
  }

  /** Does something at a time: whoever's session has ended, or was cleared away as one of the past, signs in again. */
  async at<T>(time: Date, work: (session: DemoSession) => Promise<T>): Promise<T> {
    if (time.getTime() - this.signedInAt >= SIGNED_IN_MS) await this.signIn(time);
    try {
      return await work(this.session);
    } catch (error) {
      if (!(error instanceof Refused && error.status === 401)) throw error;
      await this.signIn(time);
      return work(this.session);
    }
  }
}
