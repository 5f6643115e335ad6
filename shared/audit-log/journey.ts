import * as z from 'zod/mini';
import { STAGE_STATUSES } from '../rules/journey.ts';
import { meetingTitle } from '../rules/meetings.ts';
import { sayMoment } from '../rules/say-date.ts';
import { type Kind, kind, moved, none, stageName, text } from './kind.ts';
import type { Causes } from './told.ts';

const VERBS = { pending: 'Reopened', in_progress: 'Started', completed: 'Completed' } as const;

export const journeyActions = {
  'stage-changed': kind(
    ['countSpell'],
    z.object({
      stage: z.number(),
      from: z.optional(z.enum(STAGE_STATUSES)),
      to: z.optional(z.enum(STAGE_STATUSES)),
      notRequired: z.optional(z.boolean()),
      /** ISO time of a meeting; null if it was removed. */
      bookedFor: z.optional(z.nullable(text)),
      /** ISO time since which a completed stage was in progress. */
      since: z.optional(text),
    }),
    ({ stage, to, notRequired, bookedFor }) =>
      [
        ...(to ? [`${VERBS[to]} ${stageName(stage)}`] : []),
        ...(notRequired === undefined
          ? []
          : [`Marked ${stageName(stage)} as ${notRequired ? 'not required' : 'required'}`]),
        ...(bookedFor ? [`Booked ${meetingTitle(stage)} for ${sayMoment(new Date(bookedFor))}`] : []),
        ...(bookedFor === null ? [`Removed the date of ${meetingTitle(stage)}`] : []),
      ].join('. '),
    'both',
    ({ from, to }) => (from && to ? moved('status', from, to) : []),
  ),
  'journey-reset': kind(['notifyAdviser'], none, () => 'Reset the journey', 'both'),
} as const satisfies Record<string, Kind>;

export const journeyCauses: Causes<typeof journeyActions> = { 'journey-reset': { byAdmin: () => true } };
