import { flatStages, JOURNEY } from '#shared/rules/journey.ts';
import type { DemoClient, DemoTask } from './demo-data.ts';
import { demoFile } from './demo-files.ts';
import type { DemoSession } from './demo-session.ts';

const DAY = 86_400_000;
const day = (fromNow: number) => new Date(Date.now() + fromNow * DAY).toISOString().slice(0, 10);

/** One client of the demo firm while it is being added. */
interface Adding {
  staff: DemoSession;
  portal: DemoSession;
  clientId: string;
  stageIds: ReadonlyMap<number, string>;
  demo: DemoClient;
}

async function stageIdsOf(staff: DemoSession, clientId: string): Promise<Map<number, string>> {
  const stages = await staff.call('GET /api/clients/{id}/stages', { id: clientId });
  return new Map(flatStages(stages).map(({ stageNumber, id }) => [stageNumber, id]));
}

/** Walks the journey up to where the client is: all before it completed, the stage itself in progress. */
async function walk({ staff, stageIds, demo }: Adding): Promise<void> {
  const change = (number: number, to: { status: 'in_progress' | 'completed' } | { notRequired: true }) =>
    staff.call('PATCH /api/stages/{stageId}', { stageId: stageIds.get(number) ?? '' }, to);
  for (const { number, parent } of JOURNEY) {
    if (demo.notRequired?.includes(number)) await change(number, { notRequired: true });
    else if ((parent ?? number) < demo.at || demo.done?.includes(number)) await change(number, { status: 'completed' });
    else if (number === demo.at) await change(number, { status: 'in_progress' });
  }
}

async function addDocuments({ staff, portal, clientId, stageIds, demo }: Adding): Promise<void> {
  for (const { name, stage, by } of demo.documents ?? []) {
    const session = by === 'client' ? portal : staff;
    await session.upload(clientId, stage === undefined ? undefined : stageIds.get(stage), await demoFile(name));
  }
}

async function addTask({ staff, portal, clientId, stageIds }: Adding, task: DemoTask): Promise<string> {
  const { title, description, responsibility = 'client', due, stage, status, adviserNotes, clientNotes } = task;
  const { id } = await staff.call(
    'POST /api/clients/{id}/tasks',
    { id: clientId },
    {
      title,
      description,
      responsibility,
      dueDate: due === undefined ? null : day(due),
      stageId: stage === undefined ? null : stageIds.get(stage),
    },
  );
  if (adviserNotes) await staff.call('PATCH /api/tasks/{id}', { id }, { adviserNotes });
  if (clientNotes) await portal.call('PATCH /api/tasks/{id}', { id }, { clientNotes });
  if (status) await staff.call('PATCH /api/tasks/{id}', { id }, { status });
  return id;
}

async function addPlansAndMessages({ staff, portal, clientId, stageIds, demo }: Adding): Promise<void> {
  for (const plan of demo.plans ?? [])
    await staff.call('POST /api/stages/{stageId}/plans', { stageId: stageIds.get(2.2) ?? '' }, plan);
  const sideOf = (side: 'adviser' | 'client') => (side === 'client' ? portal : staff);
  for (const step of demo.messages ?? [])
    await ('readBy' in step
      ? sideOf(step.readBy).call('GET /api/clients/{id}/messages', { id: clientId })
      : sideOf(step.from).call('POST /api/clients/{id}/messages', { id: clientId }, { content: step.content }));
}

/** Adds a client of the demo firm with all that hangs off it, as its adviser and the client would. */
export async function addClient(staff: DemoSession, demo: DemoClient): Promise<void> {
  const { name, email, phone } = demo;
  const { id: clientId, token } = await staff.call('POST /api/clients', {}, { name, email, phone });
  const portal = staff.withToken(token);
  const adding = { staff, portal, clientId, demo, stageIds: await stageIdsOf(staff, clientId) };
  await walk(adding);
  await addDocuments(adding);
  const tasks = new Map<string, string>();
  for (const task of demo.tasks ?? []) tasks.set(task.title, await addTask(adding, task));
  await addPlansAndMessages(adding);
  if (demo.stuck) {
    const { task, text } = demo.stuck;
    await portal.call('POST /api/clients/{id}/stuck', { id: clientId }, { ref: tasks.get(task) ?? null, text });
  }
  if (demo.change) await staff.call('PATCH /api/clients/{id}', { id: clientId }, demo.change);
}
