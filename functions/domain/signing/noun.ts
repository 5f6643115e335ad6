import { isSettled } from '#shared/rules/requests.ts';
import { unchanged } from '../../aws/expressions.ts';
import { tryUpdate } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, clientIdOf, idOfChild } from '../../services/keys/keys.ts';
import { type DocumentItem, isKept } from '../documents/document-item.ts';
import type { Finding } from '../finding.ts';
import { type ClientFile, type Nouns, section, time } from '../noun.ts';
import type { RequestItem } from '../requests/request.ts';
import { type Evidence, type EvidenceItem, isAuthentic } from './evidence.ts';

const toEvidence = ({ json, signature, key }: EvidenceItem) => ({
  evidence: JSON.parse(json) as Evidence,
  signature,
  key,
});

/** Finds signatures without evidence, original or copy, and those whose files or key differ from it. */
function brokenSignatures({ of }: ClientFile): Finding[] {
  const documents = of<DocumentItem>(KEYS.document).filter(isKept);
  const evidence = of<EvidenceItem>(KEYS.evidence);
  return of<RequestItem>(KEYS.request).flatMap((request) => {
    const { sign } = request;
    if (!sign?.signed) return [];
    const hashOf = (key: string) => documents.find((document) => childKeyOf(document) === key)?.sha256;
    const item = evidence.find((one) => childKeyOf(one) === childKeyOf(request));
    const proof = item && isAuthentic(item) ? toEvidence(item).evidence : undefined;
    const isWhole =
      proof?.id === idOfChild(request) &&
      proof.document.sha256 === sign.sha256 &&
      proof.document.sha256 === hashOf(sign.document) &&
      proof.copy.sha256 === hashOf(sign.signed);
    const where = `request ${idOfChild(request)}`;
    return isWhole ? [] : [{ where, problem: 'has lost evidence, original or copy of its signature' }];
  });
}

/** Finds documents that are held for other signatures than those that are wanted. */
function heldWrongly({ of }: ClientFile): Finding[] {
  const open = of<RequestItem>(KEYS.request).filter(({ sign, summary }) => sign && !isSettled(summary));
  return of<DocumentItem>(KEYS.document)
    .filter(isKept)
    .flatMap((document) => {
      const { signing = [] } = document;
      const wanted = open.filter(({ sign }) => sign?.document === childKeyOf(document)).map(childKeyOf);
      if (wanted.length === signing.length && wanted.every((key) => signing.includes(key))) return [];
      const change = {
        set: { signing: wanted.length > 0 ? wanted : undefined },
        when: [unchanged('signing', document.signing)],
      };
      const where = `client ${clientIdOf(document)}, document ${childKeyOf(document)}`;
      return [
        {
          where,
          problem: 'is held for other signatures than are asked for',
          repair: () => tryUpdate(document, change),
        },
      ];
    });
}

export const nouns = {
  evidence: {
    name: 'evidence of a signature',
    rest: ['client', 'request'],
    key: KEYS.evidence,
    owner: 'client',
    exported: section('evidence', 'Signatures', {}, toEvidence, {
      evidence: [
        'What was signed',
        ({ evidence: { document, signer, signedAt } }) => `${document.name}, by ${signer.name} on ${time(signedAt)}`,
      ],
      signature: null,
      key: null,
    }),
    restored: 'back',
    verified: (file) => [...brokenSignatures(file), ...heldWrongly(file)],
  },
} as const satisfies Nouns;
