import * as z from 'zod/mini';
import { PERSON_KINDS } from '../rules/persons.ts';
import type { Calls } from './call.ts';
import { ADVISERS, CLIENT_ONLY } from './callers.ts';
import { client } from './clients.ts';
import { document } from './documents.ts';
import { shownFirm } from './firm.ts';
import { cesdSignature, stage } from './journey.ts';
import { waiting } from './loas.ts';
import { portalReminders } from './reminders.ts';
import { clientRequest } from './requests.ts';
import { clientTask } from './tasks.ts';

const portalPerson = z.object({ number: z.number(), name: z.string(), kind: z.enum(['first', ...PERSON_KINDS]) });

/** Contains no notes of the adviser and no links to the firm's tools. */
export const portal = z.object({
  client: z.extend(
    z.pick(client, {
      id: true,
      name: true,
      email: true,
      phone: true,
      status: true,
      completed: true,
      progress: true,
      currentStage: true,
      stuckSince: true,
    }),
    {
      /** Open calls for help, oldest first, about a task, a request or neither. */
      calls: z.array(
        z.object({ taskId: z.nullable(z.string()), requestId: z.nullable(z.string()), since: z.string() }),
      ),
    },
  ),
  stages: z.array(stage),
  documents: z.array(document),
  cesdSignature,
  tasks: z.array(clientTask),
  /** In order of asking. Open ones are left out once the journey is completed. */
  requests: z.array(clientRequest),
  /** Everybody with a link to this page, the first person first. */
  people: z.array(portalPerson),
  /** Holder of the link; null for staff, who only look. */
  me: z.nullable(portalPerson),
  /** Providers that are asked about the client's plans. None once the journey is completed. */
  waiting: z.array(waiting),
  reminders: portalReminders,
  adviser: z.object({
    name: z.string(),
    /** Set while the adviser is away: the last day, as London's, and who covers for them. */
    away: z.nullable(z.object({ until: z.string(), colleague: z.string() })),
  }),
  firm: shownFirm,
  /** Changes with anything that the portal shows. */
  latest: z.string(),
});
export type Portal = z.infer<typeof portal>;

const own = { lambda: 'portal', allow: CLIENT_ONLY, about: 'nobody' } as const;

export const portalCalls = {
  'GET /api/portal/{token}': { effect: 'none', ...own, status: 200, writes: true, returns: portal },
  'GET /api/portal/{token}/news': { effect: 'none', ...own, status: 200, returns: z.object({ latest: z.string() }) },
  'GET /api/clients/{id}/portal': {
    reads: 'portal',
    effect: 'none',
    lambda: 'portal',
    allow: ADVISERS,
    about: 'client',
    status: 200,
    writes: true,
    returns: portal,
  },
} as const satisfies Calls;
