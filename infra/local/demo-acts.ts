import { childId } from '#functions/services/keys/ids.ts';
import { PLANS_STAGE } from '#shared/rules/journey.ts';
import { demoFile } from './demo-files.ts';
import { handlerOf } from './demo-functions.ts';
import type { DemoSession } from './demo-session.ts';
import type { Act, Side } from './demo-story.ts';
import { dueDateOf } from './demo-timeline.ts';
import { bounceOf } from './mail-event.ts';

/** A client of the demo firm once it is added. */
export interface Added {
  id: string;
  email: string;
  portal: DemoSession;
  token: string;
  /** The ids of its tasks by their titles. */
  tasks: Map<string, string>;
}

/** For whom something is done, by whom, and when. */
export interface Doing {
  /** Does something as the client's adviser, who signs in for it where that is to be. */
  staff: <T>(work: (session: DemoSession) => Promise<T>) => Promise<T>;
  added: Added;
  at: Date;
  /** The day that tasks' dates are counted from. */
  now: Date;
}

type Do<D extends Act['does']> = (act: Extract<Act, { does: D }>, doing: Doing) => Promise<unknown>;

const of = ({ added: { id } }: Doing) => ({ id });
const stageOf = ({ added }: Doing, number: number) => ({ stageId: childId(added.id, number) });
const by = <T>({ staff, added }: Doing, side: Side, work: (session: DemoSession) => Promise<T>) =>
  side === 'client' ? work(added.portal) : staff(work);

function taskOf({ added }: Doing, title: string): { id: string } {
  const id = added.tasks.get(title);
  if (id === undefined) throw new Error(`${added.email} has no task "${title}"`);
  return { id };
}

/** Tells what SES would tell of a mail that came back. */
async function bounce({ added }: Doing): Promise<void> {
  const told = await handlerOf<{ Records: { Sns: { Message: string } }[] }, void>('jobs/mail-events');
  await told({ Records: [{ Sns: { Message: JSON.stringify(bounceOf(added)) } }] });
}

const ACTS: { readonly [D in Act['does']]: Do<D> } = {
  stage: ({ number, to }, doing) =>
    doing.staff((session) => session.call('PATCH /api/stages/{stageId}', stageOf(doing, number), to)),
  upload: async ({ by: side, name, stage, task }, doing) => {
    const file = await demoFile(name);
    const about = {
      ...(stage !== undefined && stageOf(doing, stage)),
      ...(task !== undefined && { taskId: taskOf(doing, task).id }),
    };
    return by(doing, side, (session) => session.upload(doing.added.id, about, file));
  },
  task: async ({ task }, doing) => {
    const { title, description, responsibility = 'client', stage } = task;
    const stageId = stage === undefined ? null : stageOf(doing, stage).stageId;
    const body = { title, description, responsibility, stageId, dueDate: dueDateOf(task, doing.at, doing.now) };
    const { id } = await doing.staff((session) => session.call('POST /api/clients/{id}/tasks', of(doing), body));
    doing.added.tasks.set(title, id);
  },
  'adviser-task': ({ title, to }, doing) =>
    doing.staff((session) => session.call('PATCH /api/tasks/{id}', taskOf(doing, title), to)),
  'client-task': ({ title, to }, doing) => doing.added.portal.call('PATCH /api/tasks/{id}', taskOf(doing, title), to),
  message: ({ by: side, content }, doing) =>
    by(doing, side, (session) => session.call('POST /api/clients/{id}/messages', of(doing), { content })),
  read: ({ by: side }, doing) =>
    by(doing, side, (session) => session.call('GET /api/clients/{id}/messages', of(doing))),
  plan: ({ plan }, doing) =>
    doing.staff((session) => session.call('POST /api/stages/{stageId}/plans', stageOf(doing, PLANS_STAGE), plan)),
  stuck: ({ title, text }, doing) =>
    doing.added.portal.call('POST /api/clients/{id}/stuck', of(doing), { ref: taskOf(doing, title).id, text }),
  change: ({ change }, doing) => doing.staff((session) => session.call('PATCH /api/clients/{id}', of(doing), change)),
  open: (_, { added }) => added.portal.call('GET /api/portal/{token}', { token: added.token }),
  'send link': (_, doing) =>
    doing.staff((session) => session.call('POST /api/clients/{id}/send-portal-link', of(doing))),
  bounce: (_, doing) => bounce(doing),
};

/** Does one thing as its people would. */
export function perform(act: Act, doing: Doing): Promise<unknown> {
  const how: (act: never, doing: Doing) => Promise<unknown> = ACTS[act.does];
  return how(act as never, doing);
}
