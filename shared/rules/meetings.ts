import { isMeeting, type JourneyState, MEETINGS, stageState, stageTemplate } from './journey.ts';
import { londonParts } from './london.ts';

/** Returns the title of the meeting of a sub-stage: "First Meeting". */
export const meetingTitle = (number: number): string => stageTemplate(Math.floor(number))?.title ?? '';

/** Times (ISO) of meetings by the number of the sub-stage that books them. */
export type Booked = Readonly<Record<string, string>>;

/** Returns the times of the meetings that have not been held; undefined if there are none. */
export function bookedIn(journey: JourneyState): Booked | undefined {
  const booked = MEETINGS.flatMap(({ booked: number, held }) => {
    const { bookedFor } = stageState(journey, number);
    return bookedFor && stageState(journey, held).status !== 'completed' ? [[String(number), bookedFor]] : [];
  });
  return booked.length > 0 ? Object.fromEntries(booked) : undefined;
}

interface Step {
  stageNumber: number;
  status: string;
  bookedFor: string | null;
}

/** Returns the first meeting of a stage's steps that is today or later, by London's day, and has not been held. */
export const meetingAhead = <S extends Step>(steps: readonly S[], now: Date): (S & { bookedFor: string }) | undefined =>
  steps.find((step): step is S & { bookedFor: string } => {
    if (!isMeeting(step.stageNumber) || step.bookedFor === null) return false;
    const held = MEETINGS.find(({ booked }) => booked === step.stageNumber)?.held;
    const isHeld = steps.some(({ stageNumber, status }) => stageNumber === held && status === 'completed');
    return !isHeld && londonParts(new Date(step.bookedFor)).date >= londonParts(now).date;
  });

/** Returns the meetings on a day in London, the first one first, with London's time: "10:30". */
export const meetingsOn = (day: string, booked: Booked = {}) =>
  Object.entries(booked)
    .map(([number, at]) => ({ number: Number(number), at, ...londonParts(new Date(at)) }))
    .filter(({ date }) => date === day)
    .sort((a, b) => (a.at < b.at ? -1 : 1));
