import { readFile } from 'node:fs/promises';
import type { ClientItem } from '#functions/domain/clients/client.ts';
import { firstPerson } from '#functions/domain/clients/person.ts';
import type { DocumentItem } from '#functions/domain/documents/document-item.ts';
import { fileHashOf } from '#functions/domain/documents/documents.ts';
import { isToSign, type RequestItem, type SignItem } from '#functions/domain/requests/request.ts';
import { evidenceOf } from '#functions/domain/signing/evidence.ts';
import { certificateOf, factsOf, type Signing } from '#functions/domain/signing/facts.ts';
import { checkedMark } from '#functions/domain/signing/mark.ts';
import { stampPdf } from '#functions/domain/signing/pdf.ts';
import type { AuditEntry } from '#functions/services/audit-log/entry.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { childKeyOf, idOfChild, isOf } from '#functions/services/keys/keys.ts';
import { firmName } from '#shared/rules/firm.ts';
import { type DemoItem, demoFile } from './snapshot.ts';

/** Returns the mark in a file of one bit a dot (PBM). */
async function sampleMark() {
  const file = await readFile(new URL('samples/signature.pbm', import.meta.url));
  const [head = '', width, height] = /^P4\n(\d+) (\d+)\n/.exec(file.toString('latin1')) ?? [];
  const bits = file.subarray(head.length).toString('base64');
  return checkedMark({ width: Number(width), height: Number(height), bits });
}

type Part<T> = DemoItem & T;

/** Signs a document of the demo firm as its client did. Adds its copy's size and hash, and returns copy and evidence. */
async function sign(items: readonly DemoItem[], request: Part<SignItem>) {
  const own = items.filter(({ pk }) => pk === request.pk);
  const found = <T>(kind: { pk: string; sk: string }, isIt: (item: Part<T>) => boolean): Part<T> => {
    const item = own.find((one): one is Part<T> => isOf(kind, one) && isIt(one as Part<T>));
    if (!item) throw new Error(`${idOfChild(request)} lacks a ${kind.sk}`);
    return item;
  };
  const entryOf = (wanted: string, about: string) =>
    found<AuditEntry>(KEYS.entry, ({ action, ref }) => action === wanted && ref === about);
  const ofKey = (key: string | undefined) => found<DocumentItem>(KEYS.document, (item) => childKeyOf(item) === key);
  const [original, copy] = [ofKey(request.sign.document), ofKey(request.sign.signed)];
  const signed = entryOf('document-signed', idOfChild(request));
  const uploaded = entryOf('document-uploaded', idOfChild(copy));
  const signing: Signing = {
    request,
    original,
    signer: firstPerson(found<ClientItem>(KEYS.client, () => true)),
    name: signed.actorName,
    mark: await sampleMark(),
    code: childKeyOf(entryOf('sign-code-requested', idOfChild(request))),
    signedAt: new Date(request.sign.signedAt ?? ''),
    where: { firm: firmName(process.env), label: 'iPhone, Safari', source: '203.0.113.24' },
  };
  const file = await demoFile(original.name, original.fileSize);
  const bytes = await stampPdf(await file.bytes(), certificateOf(signing), signing.mark);
  const sha256 = fileHashOf(bytes);
  Object.assign(copy, { fileSize: bytes.length });
  Object.assign(signed, { data: { ...signed.data, sha256 } });
  Object.assign(uploaded, { data: { ...uploaded.data, sha256 } });
  const facts = factsOf(signing, { id: idOfChild(copy), name: copy.name, size: bytes.length, sha256 });
  return { copy, bytes: new Uint8Array(bytes), evidence: { ...(await evidenceOf(request, facts)) } };
}

/** Signs the documents that are signed in the recording, by the code that clients' signatures run. */
export async function signCopies(items: readonly DemoItem[]) {
  const requests = items.filter(
    (item): item is Part<SignItem> => isOf(KEYS.request, item) && isToSign(item as Part<RequestItem>),
  );
  for (const { pk, sign: asked } of requests) {
    const document = items.find(
      (item) => item.pk === pk && isOf(KEYS.document, item) && childKeyOf(item) === asked.document,
    );
    const file = await demoFile(String(document?.name), Number(document?.fileSize));
    Object.assign(asked, { sha256: fileHashOf(await file.bytes()) });
  }
  return Promise.all(requests.filter(({ sign: { signed } }) => signed).map((request) => sign(items, request)));
}
