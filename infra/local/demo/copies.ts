import type { ClientItem } from '#functions/domain/clients/client.ts';
import { ownPeople } from '#functions/domain/clients/person.ts';
import type { DocumentItem } from '#functions/domain/documents/document-item.ts';
import { fileHashOf } from '#functions/domain/documents/documents.ts';
import { copyOf } from '#functions/domain/factfind/copy.ts';
import { type FactfindItem, formFor } from '#functions/domain/factfind/factfind.ts';
import { answersIn, type SectionItem } from '#functions/domain/factfind/section-item.ts';
import type { AuditEntry } from '#functions/services/audit-log/entry.ts';
import * as KEYS from '#functions/services/keys/item-kinds.ts';
import { childKeyOf, idOfChild, isOf } from '#functions/services/keys/keys.ts';
import { firmOfClients, settingsAmong } from '#functions/services/settings.ts';
import { londonParts } from '#shared/rules/london.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import type { DemoItem } from './snapshot.ts';

/** Returns the text of an agreed fact-find, as accepting it wrote it. */
function textOf(items: readonly DemoItem[], document: DemoItem & DocumentItem, accepted: AuditEntry) {
  const own = items.filter(({ pk }) => pk === document.pk);
  const client = own.find((item): item is DemoItem & ClientItem => isOf(KEYS.client, item));
  const request = own.find(
    (item): item is DemoItem & FactfindItem => isOf(KEYS.request, item) && childKeyOf(item) === document.request,
  );
  if (!client || !request) throw new Error(`${document.name} has no fact-find`);
  const { sentAt, sentBy, together: isTogether, agreedOn = '' } = request.facts;
  const acceptedAt = request.decidedAt ?? '';
  const sections = own.filter((item): item is DemoItem & SectionItem => isOf(KEYS.facts, item));
  const people = ownPeople(client);
  const form = formFor(request, client);
  const copied = { firm: firmOfClients(settingsAmong(items)), people, form, answers: answersIn(sections) };
  const when = {
    sentBy,
    sentAt,
    isTogether,
    agreedOn,
    acceptedBy: accepted.actorName,
    acceptedAt,
    copiedAt: undefined,
  };
  return { text: copyOf({ ...copied, ...when }, londonParts(new Date(acceptedAt)).date), agreedOn };
}

/** Writes agreed copies of fact-finds, whose days have moved. Returns their bytes, and names them in their entries. */
export function writeCopies(items: readonly DemoItem[]): ReadonlyMap<DemoItem, Uint8Array<ArrayBuffer>> {
  const entries = items.filter((item): item is DemoItem & AuditEntry => isOf(KEYS.entry, item));
  const agreed = items.filter(
    (item): item is DemoItem & DocumentItem => isOf(KEYS.document, item) && item.agreed === true,
  );
  return new Map(
    agreed.map((document) => {
      const about = (action: string, key = '') =>
        entries.find((one) => one.pk === document.pk && one.action === action && one.ref?.endsWith(key));
      const [accepted, uploaded] = [
        about('factfind-accepted', document.request),
        about('document-uploaded', childKeyOf(document)),
      ];
      if (!accepted || !uploaded) throw new Error(`${idOfChild(document)} lacks its entries`);
      const { text, agreedOn } = textOf(items, document, accepted);
      const bytes = new Uint8Array(Buffer.from(text));
      const [name, sha256] = [`Fact-find ${sayLongDay(agreedOn)}.txt`, fileHashOf(bytes)];
      Object.assign(document, { name, fileSize: bytes.length });
      Object.assign(uploaded, { data: { ...uploaded.data, name, sha256 } });
      Object.assign(accepted, { data: { ...accepted.data, sha256 } });
      return [document, bytes] as const;
    }),
  );
}
