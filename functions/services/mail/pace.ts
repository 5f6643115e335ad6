/** Share of SES's rate that a job uses. The rest is for emails of calls, which do not wait. */
const SHARE = 0.9;
/** SES counts its rate over a second. */
const PAUSE_MS = 1000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Spaces the emails of a job, because SES refuses more than its rate a second. */
export class Pace {
  private nextAt = 0;
  private pausedUntil = 0;

  /** Waits for the next free slot at a rate a second. */
  async turn(rate: number): Promise<void> {
    do {
      const now = performance.now();
      const at = Math.max(now, this.nextAt);
      this.nextAt = at + 1000 / (rate * SHARE);
      if (at > now) await wait(at - now);
    } while (performance.now() < this.pausedUntil);
  }

  /** Sends nothing for a second, after SES deferred an email: others send too. */
  pause(): void {
    this.pausedUntil = performance.now() + PAUSE_MS;
    this.nextAt = Math.max(this.nextAt, this.pausedUntil);
  }
}
