import type { Client } from '#shared/contract/clients.ts';
import type { Plan } from '#shared/contract/journey.ts';
import type { ClientStatus } from '#shared/rules/clients.ts';
import type { Responsibility, TaskStatus } from '#shared/rules/tasks.ts';

/** Who does something in a client's story. */
export type Side = 'adviser' | 'client';

/** A task. */
export interface DemoTask {
  title: string;
  description?: string;
  responsibility?: Responsibility;
  /** In days from today. */
  due?: number;
  /** In days from when it is made. */
  within?: number;
  stage?: number;
}

/** What an adviser writes down about a client besides its journey. */
export type DemoChange = Partial<
  Pick<Client, 'description' | 'completed' | 'cashcalcLink' | 'intellifloLink' | 'dynamicPlannerLink' | 'pipedriveLink'>
> & { status?: ClientStatus };

/** One thing that is done. */
export type Act =
  | { does: 'stage'; number: number; to: { status: 'in_progress' | 'completed' } | { notRequired: true } }
  | { does: 'upload'; by: Side; name: string; stage?: number | undefined; task?: string }
  | { does: 'task'; task: DemoTask }
  | { does: 'adviser-task'; title: string; to: { status?: TaskStatus; adviserNotes?: string } }
  | { does: 'client-task'; title: string; to: { status?: 'completed'; addNote?: string } }
  | { does: 'message'; by: Side; content: string }
  | { does: 'read'; by: Side }
  | { does: 'plan'; plan: Pick<Plan, 'provider' | 'planType' | 'planNumber' | 'approxValuation'> }
  | { does: 'stuck'; title: string; text: string }
  | { does: 'change'; change: DemoChange }
  | { does: 'open' | 'send link' | 'bounce' };

/** What is done for one client at one time. */
export interface Sitting {
  /** Working days before today: 1 is the last one. */
  ago: number;
  /** London's time, `HH:MM`. */
  time: string;
  acts: readonly Act[];
}

/** A client, and what was done since it was added, in order; the first sitting adds it. */
export interface DemoClient {
  name: string;
  email: string;
  phone: string | null;
  /** Address of its adviser. */
  adviser: string;
  story: readonly Sitting[];
}

/** A sitting so many working days ago. */
export const day = (ago: number, time: string, ...acts: readonly (Act | readonly Act[])[]): Sitting => ({
  ago,
  time,
  acts: acts.flat(),
});

const stage = (number: number, status: 'in_progress' | 'completed'): Act => ({
  does: 'stage',
  number,
  to: { status },
});
/** A stage is begun. */
export const starts = (number: number): Act => stage(number, 'in_progress');
/** Stages or steps are completed. */
export const completes = (...numbers: number[]): Act[] => numbers.map((number) => stage(number, 'completed'));
/** An optional step is not required. */
export const skips = (number: number): Act => ({ does: 'stage', number, to: { notRequired: true } });
/** The stage before one is completed, and this one begun. */
export const onTo = (number: number): Act[] => [...completes(number - 1), starts(number)];

/** A file is added. */
export const uploads = (by: Side, name: string, at?: number): Act => ({ does: 'upload', by, name, stage: at });
/** The client sends a file for a task. */
export const sends = (name: string, task: string): Act => ({ does: 'upload', by: 'client', name, task });
/** A task is made. */
export const asks = (task: DemoTask): Act => ({ does: 'task', task });
/** The client completes a task. */
export const finishes = (title: string): Act => ({ does: 'client-task', title, to: { status: 'completed' } });
/** The client adds a note to a task. */
export const remarks = (title: string, addNote: string): Act => ({ does: 'client-task', title, to: { addNote } });
/** The adviser sets a task's status or notes. */
export const sets = (title: string, to: { status?: TaskStatus; adviserNotes?: string }): Act => ({
  does: 'adviser-task',
  title,
  to,
});

/** Someone writes to the other side. */
export const says = (by: Side, content: string): Act => ({ does: 'message', by, content });
/** Someone reads what the other side wrote. */
export const reads = (by: Side): Act => ({ does: 'read', by });
/** A plan is written down. */
export const plan = (
  provider: string,
  planType: Plan['planType'],
  planNumber: string,
  approxValuation: number,
): Act => ({ does: 'plan', plan: { provider, planType, planNumber, approxValuation } });
/** The client asks for help with a task. */
export const isStuck = (title: string, text: string): Act => ({ does: 'stuck', title, text });
/** The adviser changes what is written of the client. */
export const notes = (change: DemoChange): Act => ({ does: 'change', change });
/** The client opens its page. */
export const opens: Act = { does: 'open' };
/** The link is mailed to the client. */
export const sendsLink: Act = { does: 'send link' };
/** The client's mailbox refuses mail. */
export const bounces: Act = { does: 'bounce' };
