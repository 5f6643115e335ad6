import { CONSENT } from '#shared/rules/signing.ts';
import { clientIdOf, idOfChild, timeOfKey } from '../../services/keys/keys.ts';
import type { Visit } from '../../services/sessions/visit.ts';
import { numberOf, type Person } from '../clients/person.ts';
import type { DocumentItem } from '../documents/document-item.ts';
import { fileHashOf } from '../documents/documents.ts';
import { type DeviceItem, maskedAddress } from '../portal/device.ts';
import type { SignItem } from '../requests/request.ts';
import type { Evidence } from './evidence.ts';
import type { Certificate } from './last-page.ts';
import type { Mark } from './mark.ts';

/** Circumstances of a signature: device, network address, and the firm's name. */
export interface Circumstances extends Pick<Visit, 'label' | 'source'> {
  firm: string;
}

/** Everything about a signature that is known before the copy is made. */
export interface Signing {
  request: SignItem;
  original: DocumentItem;
  signer: Person;
  /** Device that the signer had confirmed; absent if the firm does not require that. */
  device?: DeviceItem | undefined;
  /** Name as typed. */
  name: string;
  mark: Mark;
  /** Key of the entry by which the code was requested. */
  code: string;
  signedAt: Date;
  where: Circumstances;
}

/** Longest part of the original's name in the copy's. */
const STEM = 230;

/** Returns a document's name without its ending, at most `length` long. Never ends within a character. */
export const stemOf = ({ name }: DocumentItem, length: number) =>
  name
    .replace(/\.pdf$/i, '')
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '');

export const copyName = (document: DocumentItem) => `${stemOf(document, STEM)} (signed).pdf`;

export function certificateOf({ request, original, signer, ...signing }: Signing): Certificate {
  const { sign } = request;
  const { name: person, email } = signer.own.summary;
  return {
    firm: signing.where.firm,
    fileName: original.name,
    pages: sign.pages,
    sha256: sign.sha256,
    signer: signing.name,
    person,
    address: maskedAddress(email),
    askedAt: timeOfKey(sign.entries.asked),
    askedBy: sign.askedBy,
    readAt: sign.seenAt ?? '',
    codeAt: timeOfKey(signing.code),
    signedAt: signing.signedAt.toISOString(),
    device: signing.where.label,
    network: signing.where.source,
    consent: CONSENT,
    evidenceId: idOfChild(request),
  };
}

export function factsOf({ request, original, signer, mark, ...signing }: Signing, copy: Evidence['copy']): Evidence {
  const { sign } = request;
  const { name: person, email } = signer.own.summary;
  const { client } = signer;
  return {
    id: idOfChild(request),
    firm: signing.where.firm,
    client: { id: clientIdOf(client), name: client.summary.name },
    document: {
      id: idOfChild(original),
      name: original.name,
      size: sign.size,
      sha256: sign.sha256,
      pages: sign.pages,
    },
    copy,
    signer: { name: signing.name, person, number: numberOf(signer), email },
    mark: { width: mark.width, height: mark.height, sha256: fileHashOf(mark.bits) },
    consent: CONSENT,
    asked: { at: timeOfKey(sign.entries.asked), by: sign.askedBy, entry: sign.entries.asked },
    read: { at: sign.seenAt ?? '', entry: sign.entries.read ?? '' },
    code: { at: timeOfKey(signing.code), entry: signing.code },
    signedAt: signing.signedAt.toISOString(),
    device: signing.where.label,
    confirmed: signing.device ? { at: signing.device.confirmedAt, by: signing.device.by } : null,
    network: signing.where.source,
  };
}
