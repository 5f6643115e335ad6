import { factfindCalls } from '#shared/contract/factfind.ts';
import { riskCalls } from '#shared/contract/risk.ts';
import { toDocument } from '../domain/documents/document-item.ts';
import { saveAnswers, takeAnswers } from '../domain/factfind/answer.ts';
import { askBack } from '../domain/factfind/ask.ts';
import {
  addSectionsFor,
  readFactfind,
  recordReading,
  startFactfind,
  viewFactfind,
} from '../domain/factfind/factfind.ts';
import { readSections, toAnswer } from '../domain/factfind/section-item.ts';
import { type RequestItem, toClientRequest, toRequest } from '../domain/requests/request.ts';
import { noteRisk, readRisk, toRisk } from '../domain/risk/risk.ts';
import { createdChild, creating } from '../pipeline/creating.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { PREFIX } from '../services/keys/keys.ts';

const load = ({ params: { id } }: { params: { id: string } }) => readSections(id);

const loadRisk = ({ params: { id } }: { params: { id: string } }) => readRisk(id);

export const handler = lambda(
  'factfind',
  { ...factfindCalls, ...riskCalls },
  {
    'POST /api/clients/{id}/factfind': creating({
      load,
      create: async (request, stored) => startFactfind(request, request.body, stored),
      find: createdChild<RequestItem>(PREFIX.request),
      present: toRequest,
    }),

    'GET /api/clients/{id}/factfind': prepared(load, async ({ actor, client, now }, stored) => {
      const factfind = await viewFactfind(client, stored);
      if (actor.kind !== 'client') await recordReading({ actor, client, now });
      return factfind;
    }),

    'PATCH /api/clients/{id}/factfind': prepared(load, async ({ actor, client, body, now, once }, stored) => {
      const context = { actor, client, now };
      const given = { request: await readFactfind(client), stored };
      const { request, answers } = await saveAnswers(context, given, body, () => once(() => takeAnswers(context)));
      const shown = Object.entries(answers).map(([key, answer]) => [key, toAnswer(answer)]);
      return { request: toClientRequest(request), answers: Object.fromEntries(shown) };
    }),

    'POST /api/clients/{id}/factfind/ask': prepared(load, async ({ actor, client, body, now, settings }, stored) => {
      const given = { request: await readFactfind(client), stored };
      return toRequest(await askBack({ actor, client, now }, given, body, settings.firm.closedDays));
    }),

    'POST /api/clients/{id}/factfind/accept': prepared(load, async ({ actor, client, body, now, settings }, stored) => {
      const given = { request: await readFactfind(client), stored };
      // Only this call stores a file: without its code the others start faster.
      const { acceptFactfind } = await import('../domain/factfind/accept.ts');
      const { request, document } = await acceptFactfind({ actor, client, now }, given, body, settings);
      return { request: toRequest(request), document: toDocument(document, client.signature) };
    }),

    'POST /api/clients/{id}/factfind/people': prepared(load, async ({ actor, client, body, now }, stored) =>
      toRequest(await addSectionsFor({ actor, client, now }, body.person, stored)),
    ),

    'GET /api/clients/{id}/risk': prepared(loadRisk, async ({ client }, stored) => toRisk(client, stored)),

    'PATCH /api/clients/{id}/risk': prepared(loadRisk, async ({ actor, client, body, now }, stored) =>
      noteRisk({ actor, client, now }, stored, body),
    ),
  },
);
