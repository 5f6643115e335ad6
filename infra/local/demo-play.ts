import { createAdviser } from '#functions/domain/accounts/accounts.ts';
import { timeKey } from '#functions/services/keys/ids.ts';
import { readSettings } from '#functions/services/settings.ts';
import { RECOMMENDED } from '#shared/contract/settings.ts';
import { londonInstant } from '#shared/rules/london.ts';
import { OPERATOR } from '../ops/operator.ts';
import { CLIENTS } from './demo-clients.ts';
import { realTime, setTime } from './demo-clock.ts';
import { ADMIN, ADVISERS, FIRM } from './demo-data.ts';
import { followUntil } from './demo-follow.ts';
import { Player } from './demo-player.ts';
import { Seat } from './demo-seat.ts';
import { timelineOf, workingDays } from './demo-timeline.ts';

// Run by demo.ts in a process of its own, the only one for which the time is not now: the firm's half year.

/** Working days ago: when the firm began, since when notices are unread, and since when the deployed job follows by itself. */
const BEGAN = 131;
const UNREAD = 2;
const LEFT_TO_JOB = 1;

const now = new Date();
const dayOf = workingDays(now);
const seats = new Map([ADMIN, ...ADVISERS].map((account) => [account.email, new Seat(account)] as const));
const admin = new Seat(ADMIN);
const midnight = (ago: number) => londonInstant(dayOf(ago), '00:00');

async function foundFirm(): Promise<void> {
  const at = londonInstant(dayOf(BEGAN), '09:12');
  await setTime(at);
  await createAdviser(ADMIN, { by: OPERATOR, settings: await readSettings(), now: at });
  await admin.at(at, async (session) => {
    const { version } = await session.call('GET /api/settings', {});
    await session.call('PATCH /api/settings', {}, { version, firm: FIRM });
    for (const { name, email, password, role } of ADVISERS)
      await session.call('POST /api/auth/register', {}, { name, email, password, role });
  });
}

/** Switches on what the settings recommend, once the firm is there: from then on its links ask for codes. */
async function harden(): Promise<void> {
  // Only a session that was made within the last hour may change these sections.
  const newlySignedIn = new Seat(ADMIN);
  for (const section of ['portal', 'staff'] as const)
    await newlySignedIn.at(new Date(), async (session) => {
      const { version } = await session.call('GET /api/settings', {});
      await session.call('PATCH /api/settings', {}, { version, [section]: RECOMMENDED[section] });
    });
}

/** Everybody has read what came until some days ago, at the end of the last day at work. */
async function readNotices(): Promise<void> {
  const at = londonInstant(dayOf(1), '17:20');
  await setTime(at);
  const upTo = `${timeKey(midnight(UNREAD))}${'-'.repeat(16)}`;
  for (const seat of seats.values())
    await seat.at(at, (session) => session.call('POST /api/notifications/read', {}, { upTo }));
}

await foundFirm();
const player = new Player(seats, now);
for (const moment of timelineOf(CLIENTS, now)) {
  await setTime(moment.at);
  await player.play(moment);
}
await followUntil(midnight(LEFT_TO_JOB), player.ids(), now);
await readNotices();
await realTime();
if (process.env.DEMO_HARDENED === '1') await harden();
