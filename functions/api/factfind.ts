import { takesCsv } from '#shared/contract/call.ts';
import { factfindCalls } from '#shared/contract/factfind.ts';
import { riskCalls } from '#shared/contract/risk.ts';
import { toDocument } from '../domain/documents/document-item.ts';
import { saveAnswers, takeAnswers } from '../domain/factfind/answer.ts';
import { askBack } from '../domain/factfind/ask.ts';
import { exportFactfind } from '../domain/factfind/export.ts';
import { addSectionsFor, readFile, recordReading, startFactfind, viewFactfind } from '../domain/factfind/factfind.ts';
import { readForm } from '../domain/factfind/form.ts';
import { toAnswers } from '../domain/factfind/section-item.ts';
import { type RequestItem, toClientRequest, toRequest } from '../domain/requests/request.ts';
import { noteRisk, readRisk, toRisk } from '../domain/risk/risk.ts';
import { createdChild, creating } from '../pipeline/creating.ts';
import { HttpResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { csvHeaders } from '../services/csv.ts';
import { PREFIX } from '../services/keys/keys.ts';

const loadRisk = ({ params: { id } }: { params: { id: string } }) => readRisk(id);

export const handler = lambda(
  'factfind',
  { ...factfindCalls, ...riskCalls },
  {
    'POST /api/clients/{id}/factfind': creating({
      load: readForm,
      create: async (request, form) => startFactfind(request, request.body, await readFile(request.client), form),
      find: createdChild<RequestItem>(PREFIX.request),
      present: toRequest,
    }),

    'GET /api/clients/{id}/factfind':
      () =>
      async ({ actor, client, now, accept }) => {
        const file = await readFile(client);
        if (actor.kind === 'client') return viewFactfind(client, file);
        const context = { actor, client, now };
        if (takesCsv(accept))
          return new HttpResponse(await exportFactfind(context, file), { headers: csvHeaders('fact-find.csv') });
        const factfind = viewFactfind(client, file);
        await recordReading(context);
        return factfind;
      },

    'PATCH /api/clients/{id}/factfind':
      () =>
      async ({ actor, client, body, now, once }) => {
        const context = { actor, client, now };
        const count = () => once(() => takeAnswers(context));
        const { request, answers } = await saveAnswers(context, await readFile(client), body, count);
        return { request: toClientRequest(request), answers: toAnswers(answers) };
      },

    'POST /api/clients/{id}/factfind/ask':
      () =>
      async ({ actor, client, body, now, settings }) =>
        toRequest(await askBack({ actor, client, now }, await readFile(client), body, settings.firm.closedDays)),

    'POST /api/clients/{id}/factfind/accept':
      () =>
      async ({ actor, client, body, now, settings }) => {
        const file = await readFile(client);
        // Only this call stores a file: without its code the others start faster.
        const { acceptFactfind } = await import('../domain/factfind/accept.ts');
        const { request, document } = await acceptFactfind({ actor, client, now }, file, body, settings);
        return { request: toRequest(request), document: toDocument(document, client.signature) };
      },

    'POST /api/clients/{id}/factfind/people':
      () =>
      async ({ actor, client, body, now }) =>
        toRequest(await addSectionsFor({ actor, client, now }, body.person, await readFile(client))),

    'GET /api/clients/{id}/risk': prepared(loadRisk, async ({ client }, stored) => toRisk(client, stored)),

    'PATCH /api/clients/{id}/risk': prepared(loadRisk, async ({ actor, client, body, now }, stored) =>
      noteRisk({ actor, client, now }, stored, body),
    ),
  },
);
