import type { DocumentRequest } from '#shared/contract/requests.ts';
import { REQUEST_FIELDS } from '#shared/nouns/request.ts';
import { unchanged } from '../../aws/expressions.ts';
import { tryUpdate } from '../../aws/table.ts';
import { summaryPaths } from '../../aws/table-index.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, clientIdOf, idOfChild, parseChildId } from '../../services/keys/keys.ts';
import { adviserIdOf } from '../clients/client.ts';
import { type DocumentItem, isKept } from '../documents/document-item.ts';
import { type Finding, misplaced, recounted } from '../finding.ts';
import { ABOUT_FIRM, type AttributesOf, type ClientFile, type Nouns, section } from '../noun.ts';
import { listedFactfind, type RequestItem, requestIndexKeys, summarised, toRequest } from './request.ts';
import type { TemplatesItem } from './templates.ts';

const filesOf = ({ of }: ClientFile, key: string) =>
  of<DocumentItem>(KEYS.document).filter((document) => isKept(document) && document.request === key);

const fileNames = ({ id }: DocumentRequest, file: ClientFile) =>
  filesOf(file, parseChildId(id).key)
    .map(({ name }) => name)
    .join(', ');

/** Finds an accepted fact-find without its copy, which a person has to look for. */
const lostCopies = ({ of }: ClientFile, requests: readonly RequestItem[]): Finding[] => {
  const kept = new Set(of<DocumentItem>(KEYS.document).filter(isKept).map(childKeyOf));
  return requests
    .filter(({ facts }) => facts?.document !== undefined && !kept.has(facts.document))
    .map((request) => ({ where: `request ${idOfChild(request)}`, problem: 'has lost the copy of its fact-find' }));
};

/** Finds a client whose newest fact-find is gone, or who names none. */
function goneFactfind({ client }: ClientFile, requests: readonly RequestItem[]): Finding[] {
  const named = client.factfind?.request;
  const facts = requests.filter(({ facts: own }) => own).map(childKeyOf);
  const newest = facts.sort().at(-1);
  if (named === undefined ? newest === undefined : facts.includes(named)) return [];
  const change = {
    set: { factfind: newest === undefined ? undefined : { request: newest } },
    when: [unchanged('factfind/request', named)],
  };
  const where = `client ${clientIdOf(client)}`;
  return [{ where, problem: 'names a fact-find that is gone', repair: () => tryUpdate(client, change) }];
}

/** Finds a client whose lists show another state of the fact-find. */
function shownFactfind({ client }: ClientFile, requests: readonly RequestItem[]): Finding[] {
  const newest = requests.find((request) => childKeyOf(request) === client.factfind?.request);
  const is = newest && listedFactfind(newest);
  const was = client.summary.factfind;
  if (is?.state === was?.state && is?.on === was?.on) return [];
  const change = { set: { 'summary/factfind': is }, when: [unchanged('factfind/request', client.factfind?.request)] };
  const where = `client ${clientIdOf(client)}`;
  return [{ where, problem: 'is listed with another state of the fact-find', repair: () => tryUpdate(client, change) }];
}

/** Finds wrong counts of requests, and requests with a wrong number of files or in the wrong list. */
function check(file: ClientFile): Finding[] {
  const { client } = file;
  const requests = file.of<RequestItem>(KEYS.request);
  const inState = (state: string) => requests.filter(({ summary }) => summary.state === state).length;
  return [
    ...recounted(client, {
      totalRequests: requests.length,
      'summary/openRequests': inState('open'),
      'summary/submittedRequests': inState('submitted'),
    }),
    ...goneFactfind(file, requests),
    ...shownFactfind(file, requests),
    ...lostCopies(file, requests),
    ...requests.flatMap((request) => {
      const { summary } = request;
      const own = filesOf(file, childKeyOf(request));
      const files = own.filter(({ attempt }) => attempt === summary.attempt).length;
      const everFiles = Math.max(summary.everFiles, own.length);
      const where = `client ${clientIdOf(client)}, request ${childKeyOf(request)}`;
      const when = [unchanged('version', request.version), unchanged('gpk', request.gpk)];
      const finding = (problem: string, set: Record<string, unknown>): Finding => ({
        where,
        problem,
        repair: () => tryUpdate(request, { set, when }),
      });
      const isCounted = files === summary.files && everFiles === summary.everFiles;
      const miscounted = `has ${summary.files} files of ${summary.everFiles} ever, recounted ${files} of ${everFiles}`;
      const keys = requestIndexKeys(summary, childKeyOf(request), adviserIdOf(client));
      const { version, answer, clientName, clientCompleted } = summarised(request, client).summary;
      const copies = { version, answer };
      const isCopied = version === summary.version && answer === summary.answer;
      const shown = summaryPaths({ clientName, clientCompleted });
      return [
        ...(isCounted ? [] : [finding(miscounted, { 'summary/files': files, 'summary/everFiles': everFiles })]),
        ...(isCopied ? [] : [finding('differs from what the review queue shows', summaryPaths(copies))]),
        ...misplaced(request, keys, client, finding('is in the wrong list', { ...keys, ...shown })),
      ];
    }),
  ];
}

export const nouns = {
  request: {
    name: 'document request',
    rest: ['client', 'key'],
    index: `list, until it is settled: \`${KEYS.account.pk}adviser\` / \`${KEYS.request.row}state#day#key\`; due, until it is handed in`,
    key: KEYS.request,
    owner: 'client',
    exported: section('requests', 'Requests', REQUEST_FIELDS, toRequest, {
      title: 'Title',
      help: 'Help',
      state: 'State',
      dueDate: 'Due',
      files: ['Files', fileNames],
      answer: 'Answer',
      reason: 'Reason',
      waivedReason: 'Reason for waiving',
      stageId: null,
    }),
    restored: 'back',
    verified: check,
    // Restored files wait for the client's next file, or for a person.
    current: ['handInAt', 'dpk', 'dsk'],
  },
  requestTemplates: {
    name: 'documents that the firm usually asks for',
    key: KEYS.requestTemplates,
    owner: 'firm',
    exported: ABOUT_FIRM,
    restored: 'back',
    grows: ['version'],
    attributes: {
      v: true,
      version: true,
      templates: true,
    } satisfies AttributesOf<TemplatesItem>,
  },
} as const satisfies Nouns;
