import type { Document } from '#shared/contract/documents.ts';
import type { ClientRequest } from '#shared/contract/requests.ts';
import type { GivenSignature } from '#shared/contract/signing.ts';
import { SIGN_TEXTS } from '#shared/rules/signing.ts';
import { currentTime } from '../../aws/clock.ts';
import { together } from '../../aws/expressions.ts';
import { Conflict } from '../../aws/retry.ts';
import { get, put, transact } from '../../aws/table.ts';
import { conflict } from '../../services/errors.ts';
import {
  childId,
  childItemKey,
  childKeyOf,
  clientIdOf,
  idOfChild,
  newChildKey,
  PREFIX,
} from '../../services/keys/keys.ts';
import type { ClientItem } from '../clients/client.ts';
import type { ChangeContext } from '../clients/client-writes.ts';
import { type DocumentItem, isKept, senderOf, toDocument } from '../documents/document-item.ts';
import { type FileLink, fileHashOf, newDocumentWrites, UNDER_WAY } from '../documents/documents.ts';
import { readBytes } from '../documents/download.ts';
import { newPartPaths, sealFile } from '../documents/encryption.ts';
import { type Owner, objectKey } from '../documents/seal.ts';
import { signedChange } from '../journey/journey.ts';
import type { CodesItem, Found } from '../portal/codes.ts';
import type { PortalClient } from '../portal/device.ts';
import { checkGuess, codeUsed, returnGuess } from '../portal/guesses.ts';
import { heldFor, keyToSign, withoutRequest } from '../requests/document-to-sign.ts';
import { type RequestItem, type SignItem, toClientRequest } from '../requests/request.ts';
import { countStates, endedHelp, placed } from '../requests/request-change.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { type Circumstances, certificateOf, copyName, factsOf, type Signing } from './facts.ts';
import { checkedMark } from './mark.ts';
import { stampPdf } from './pdf.ts';
import { checkRoom, checkSignable } from './signable.ts';

type Context = ChangeContext<PortalClient>;

/** Reads the document, whose bytes must be those that were asked for. */
async function readOriginal(context: Context, request: SignItem, original: DocumentItem | undefined) {
  if (!original || !isKept(original)) throw conflict(SIGN_TEXTS.changed);
  const bytes = await readBytes(context, original);
  if (fileHashOf(bytes) !== request.sign.sha256) throw conflict(SIGN_TEXTS.changed);
  return { original, bytes };
}

/** Returns the request as it is once the document is signed. */
function signedRequest({ request, signedAt }: Signing, { client }: Context, copyKey: string): RequestItem {
  const at = signedAt.toISOString();
  const { reason: _, answer: __, answeredBy: ___, ...rest } = request;
  return placed(
    {
      ...rest,
      version: request.version + 1,
      decidedAt: at,
      sign: { ...request.sign, signedAt: at, signed: copyKey },
      summary: {
        ...request.summary,
        state: 'approved',
        submittedAt: at,
        files: request.summary.files + 1,
        everFiles: request.summary.everFiles + 1,
      },
    },
    client,
  );
}

/** Returns what belongs to the signed copy in the same transaction, besides its evidence. */
function linkOf(
  context: Context,
  { request, original, name, signedAt }: Signing,
  after: RequestItem,
  { copy, code }: { copy: Evidence['copy']; code: Found },
): FileLink & Pick<ClientItem, 'signature'> {
  const { client } = context;
  const { title, attempt } = request.summary;
  const ref = idOfChild(request);
  const others = withoutRequest(original, request);
  // With several signers, the last one completes the stage.
  const completes = request.sign.completes === true && others.length === 0;
  const { stage } = original;
  const journey = signedChange(client, { stage, completes, documentId: copy.id }, signedAt);
  const signed = { action: 'document-signed', data: { title, name, sha256: copy.sha256 }, ref } as const;
  return {
    document: { request: childKeyOf(request), attempt, evidence: 'signed' },
    entry: { request: { id: ref, title } },
    stage,
    writes: [
      { put: { ...after }, when: [['version', '=', request.version]] },
      heldFor(original, others, { set: { evidence: 'original' } }),
      ...codeUsed(context.actor.person, code),
    ],
    change: together(
      countStates(request.summary.state, after.summary.state),
      endedHelp(context, request),
      journey.change,
      { when: [['summary/completedAt', 'absent']] },
    ),
    happened: [signed, ...journey.happened],
    signature: journey.signature,
  };
}

/** Stores copy, request, evidence and stage in one transaction. An object that is left over is removed as of an upload. */
async function store(context: Context, signing: Signing, code: Found, bytes: Buffer) {
  const { actor, client, now } = context;
  const clientId = clientIdOf(client);
  const key = newChildKey(now);
  const owner: Owner = { clientId, documentId: childId(clientId, key) };
  const place = childItemKey(PREFIX.document, clientId, key);
  const copy = {
    id: owner.documentId,
    name: copyName(signing.original),
    size: bytes.length,
    sha256: fileHashOf(bytes),
  };
  const paths = newPartPaths(owner, bytes.length);
  const objects = paths.length > 0 ? { parts: paths.map((path) => ({ path })) } : { encryptedPath: objectKey(owner) };
  const evidence = evidenceOf(signing.request, factsOf(signing, copy));
  const recorded = Promise.all([put({ ...place, v: 1, ...objects, uploading: true }), evidence]);
  const seal = await sealFile(owner, bytes, paths, recorded);
  const request = signedRequest(signing, context, key);
  const link = linkOf(context, signing, request, { copy, code });
  const document: DocumentItem = {
    ...place,
    v: 1,
    ...(link.stage !== undefined && { stage: link.stage }),
    ...link.document,
    name: copy.name,
    type: 'application/pdf',
    preview: true,
    fileSize: copy.size,
    sha256: copy.sha256,
    ...senderOf(actor),
    ...seal,
  };
  // Making the copy takes long enough for another change to be written since the request began.
  const later = { ...context, now: await currentTime() };
  await transact([...newDocumentWrites(later, document, { link, when: UNDER_WAY }), { put: { ...(await evidence) } }]);
  return { request: toClientRequest(request), document: toDocument(document, link.signature) };
}

/** Checks the code. Throws a conflict if it is refused because the request was signed meanwhile. */
async function checkCode(context: Context, request: SignItem, given: string, codes: CodesItem | undefined) {
  const ref = idOfChild(request);
  const refused = { action: 'sign-code-refused', data: { title: request.summary.title }, ref } as const;
  try {
    return await checkGuess(context, { given, refused, request: childKeyOf(request) }, codes);
  } catch (error) {
    const now = await get<RequestItem>(request);
    throw now && now.version !== request.version ? new Conflict() : error;
  }
}

interface Given extends Pick<Signing, 'request' | 'mark' | 'where'> {
  given: GivenSignature;
}

/** Stamps and stores a document whose code was right. */
async function stampAndStore(
  context: Context,
  { given, ...known }: Given,
  code: Found,
  document: DocumentItem | undefined,
) {
  const { original, bytes } = await readOriginal(context, known.request, document);
  const { person: signer, device } = context.actor;
  const signing: Signing = {
    ...known,
    original,
    signer,
    device,
    name: given.name,
    code: code.entryKey ?? '',
    signedAt: await currentTime(),
  };
  return store(context, signing, code, await stampPdf(bytes, certificateOf(signing), known.mark));
}

/**
 * Signs a document: makes its copy with the certificate, and the evidence. All of it is stored, or nothing. Throws 400 for
 * a mark, 401 and 429 for a code, and 409 for a request that may not be signed (now).
 */
export async function signDocument(
  context: Context,
  found: RequestItem | undefined,
  codes: CodesItem | undefined,
  given: GivenSignature,
  where: Circumstances,
): Promise<{ request: ClientRequest; document: Document }> {
  const request = checkSignable(context, found);
  if (given.sha256 !== request.sign.sha256) throw conflict(SIGN_TEXTS.changed);
  const mark = checkedMark(given.mark);
  checkRoom(context.client, request.sign.size);
  const original = get<DocumentItem>(keyToSign(request));
  const [code] = await Promise.all([checkCode(context, request, given.code, codes), original]);
  try {
    return await stampAndStore(context, { request, mark, given, where }, code, await original);
  } catch (error) {
    await returnGuess(context.actor.person);
    throw error;
  }
}
