import { unchanged } from '../../aws/expressions.ts';
import { tryUpdate } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, clientIdOf, idOfChild } from '../../services/keys/keys.ts';
import { clientKey } from '../clients/client.ts';
import { type Finding, recounted } from '../finding.ts';
import type { ClientFile, Nouns } from '../noun.ts';
import { type DocumentItem, isKept } from './document-item.ts';

/** Finds documents whose task or request is gone. The deletion of a task leaves them for a moment. */
function brokenLinks({ of }: ClientFile): Finding[] {
  const keys = { task: new Set(of(KEYS.task).map(childKeyOf)), request: new Set(of(KEYS.request).map(childKeyOf)) };
  return of<DocumentItem>(KEYS.document).flatMap((document) =>
    (['task', 'request'] as const).flatMap((name) => {
      const key = document[name];
      if (key === undefined || keys[name].has(key)) return [];
      const where = `document ${idOfChild(document)}`;
      const set = { [name]: undefined, ...(name === 'request' && { attempt: undefined }) };
      const change = { set, when: [unchanged(name, key)] };
      return [{ where, problem: `refers to a deleted ${name}`, repair: () => tryUpdate(document, change) }];
    }),
  );
}

function brokenSignature({ client }: ClientFile, kept: readonly DocumentItem[]): Finding[] {
  const named = client.signature?.documentId;
  if (!named || kept.some((document) => idOfChild(document) === named)) return [];
  const change = { set: { 'signature/documentId': null }, when: [unchanged('signature/documentId', named)] };
  const repair = () => tryUpdate(clientKey(clientIdOf(client)), change);
  return [{ where: `client ${clientIdOf(client)}`, problem: 'its signature refers to a deleted document', repair }];
}

function check(file: ClientFile): Finding[] {
  const kept = file.of<DocumentItem>(KEYS.document).filter(isKept);
  const staged = Map.groupBy(
    kept.filter(({ stage }) => stage !== undefined),
    ({ stage }) => String(stage),
  );
  return [
    ...recounted(file.client, {
      totalDocuments: kept.length,
      totalBytes: kept.reduce((sum, { fileSize }) => sum + fileSize, 0),
      documents: Object.fromEntries([...staged].map(([stage, { length }]) => [stage, length])),
    }),
    ...brokenSignature(file, kept),
    ...brokenLinks(file),
  ];
}

export const nouns = {
  document: {
    name: 'document',
    rest: ['client', 'key'],
    key: KEYS.document,
    owner: 'client',
    exported: ['documents'],
    restored: 'back',
    verified: check,
  },
  upload: {
    name: 'unfinished upload of a large file',
    rest: ['client', 'key'],
    index: 'due, until it is deleted',
    key: KEYS.upload,
    owner: 'client',
    exported: 'A file that was not sent completely is no document yet.',
    restored: 'never',
    verified: 'The check of a client’s objects reads it.',
  },
} as const satisfies Nouns;
