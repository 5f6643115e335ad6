import { type Added, type Doing, perform } from './demo-acts.ts';
import type { Seat } from './demo-seat.ts';
import { DemoSession } from './demo-session.ts';
import type { DemoClient } from './demo-story.ts';
import type { Moment } from './demo-timeline.ts';

/** Does what the firm's timeline says, through the API. */
export class Player {
  private readonly seats: ReadonlyMap<string, Seat>;
  private readonly now: Date;
  private readonly clients = new Map<DemoClient, Added>();

  /** `seats` by address; `now` is the day that tasks' dates are counted from. */
  constructor(seats: ReadonlyMap<string, Seat>, now: Date) {
    this.seats = seats;
    this.now = now;
  }

  /** The ids of the clients so far. */
  ids(): string[] {
    return [...this.clients.values()].map(({ id }) => id);
  }

  private async add(staff: DemoSession, client: DemoClient): Promise<Added> {
    const { name, email, phone } = client;
    const { id: adviserId } = await staff.call('GET /api/auth/me', {});
    const { id, token } = await staff.call('POST /api/clients', {}, { name, email, phone, adviserId });
    const added = { id, email, token, portal: new DemoSession({ 'x-client-token': token }), tasks: new Map() };
    this.clients.set(client, added);
    return added;
  }

  /** Does what is done at a time, one after the other. The clock stands at that time. */
  async play({ at, client, acts }: Moment): Promise<void> {
    const seat = this.seats.get(client.adviser);
    if (!seat) throw new Error(`Nobody signs in as ${client.adviser}`);
    const staff: Doing['staff'] = (work) => seat.at(at, work);
    const added = this.clients.get(client) ?? (await staff((session) => this.add(session, client)));
    for (const act of acts) await perform(act, { staff, added, at, now: this.now });
  }
}
