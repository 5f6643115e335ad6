import { reminderCalls } from '#shared/contract/reminders.ts';
import { requestCalls } from '#shared/contract/requests.ts';
import { query } from '../aws/table.ts';
import { takeFromLink } from '../domain/clients/client-writes.ts';
import { finishRows } from '../domain/clients/listed-rows.ts';
import { askForReminder } from '../domain/reminders/ask.ts';
import { changeReminders, choose, PAUSE, RESUME, readByKey, STOP, toOwnReminders } from '../domain/reminders/choice.ts';
import { readReminderFile, toReminders } from '../domain/reminders/facts.ts';
import { answerRequest, submitRequest } from '../domain/requests/hand-in.ts';
import { askForDocuments } from '../domain/requests/new-request.ts';
import {
  createdRequests,
  type RequestItem,
  readRequest,
  toClientRequest,
  toRequest,
} from '../domain/requests/request.ts';
import { changeRequest, decideRequest, deleteRequest } from '../domain/requests/request-change.ts';
import { ownQueue, requestsToReview } from '../domain/requests/review.ts';
import { creating } from '../pipeline/creating.ts';
import { HttpResponse, pageResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { clientPartition, PREFIX } from '../services/keys/keys.ts';

const loadReminders = ({ params: { id } }: { params: { id: string } }) => readReminderFile(id);
const loadByKey = ({ params: { key } }: { params: { key: string } }) => readByKey(key);

const load = ({ params: { id } }: { params: { id: string } }) => readRequest(id);

const redirectToReminders =
  () =>
  async ({ params: { key } }: { params: { key: string } }) =>
    new HttpResponse(undefined, { headers: { location: `/reminders/${key}` } });

export const handler = lambda(
  'requests',
  { ...reminderCalls, ...requestCalls },
  {
    'GET /api/clients/{id}/requests': prepared(
      ({ params: { id } }) => query<RequestItem>(clientPartition(id), PREFIX.request),
      async ({ client }, requests) => {
        await finishRows(client, requests);
        return requests.map(toRequest);
      },
    ),

    'POST /api/clients/{id}/requests': creating({
      create: async (request) => askForDocuments(request, request.body),
      find: createdRequests,
      present: (requests) => requests.map(toRequest),
    }),

    'GET /api/requests/review': prepared(
      ({ adviserId, query: page }) => ownQueue(adviserId, page),
      async ({ actor, query: page }, own) => {
        return pageResponse(await requestsToReview(actor, own, page));
      },
    ),

    'PATCH /api/requests/{id}': prepared(load, async ({ actor, client, body, now }, request) =>
      toRequest(await changeRequest({ actor, client, now }, request, body)),
    ),

    'DELETE /api/requests/{id}': prepared(load, async ({ actor, client, now }, request) =>
      deleteRequest({ actor, client, now }, request),
    ),

    'POST /api/requests/{id}/decision': prepared(load, async ({ actor, client, body, now, settings }, request) =>
      toRequest(await decideRequest({ actor, client, now }, request, body, settings.firm.closedDays)),
    ),

    'POST /api/requests/{id}/submit': prepared(load, async ({ actor, client, now }, request) =>
      toClientRequest(await submitRequest({ actor, client, now }, request, 'client')),
    ),

    'POST /api/requests/{id}/cannot': prepared(load, async ({ actor, client, body, now, once }, request) => {
      const context = { actor, client, now };
      await once(() => takeFromLink('message', context));
      return toClientRequest(await answerRequest(context, request, body.reason));
    }),

    'GET /api/clients/{id}/reminders': prepared(loadReminders, async ({ client, settings, now }, file) =>
      toReminders(client, file, settings, now),
    ),

    'PATCH /api/clients/{id}/reminders': prepared(loadReminders, async ({ actor, client, body, settings, now }, file) =>
      toReminders(await changeReminders({ actor, client, now }, body), file, settings, now),
    ),

    'POST /api/clients/{id}/reminders/send': prepared(loadReminders, async ({ actor, client, settings, now }, file) =>
      askForReminder({ actor, client, now }, file, settings),
    ),

    'GET /api/reminders/{key}': prepared(loadByKey, async ({ now }, holder) => toOwnReminders(holder, now)),

    'GET /api/reminders/{key}/stop': redirectToReminders,

    'HEAD /api/reminders/{key}/stop': redirectToReminders,

    'POST /api/reminders/{key}/stop': prepared(loadByKey, async (press, holder) => choose(holder, STOP, press)),

    'POST /api/reminders/{key}/pause': prepared(loadByKey, async (press, holder) => choose(holder, PAUSE, press)),

    'POST /api/reminders/{key}/resume': prepared(loadByKey, async (press, holder) => choose(holder, RESUME, press)),
  },
);
