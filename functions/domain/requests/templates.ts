import type { RequestTemplates } from '#shared/contract/requests.ts';
import { FIRST_TEMPLATES, type RequestTemplate } from '#shared/rules/request-templates.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, type Key, transact } from '../../aws/table.ts';
import type { EntryActor } from '../../services/audit-log/entry.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { changesOfList } from '../../services/audit-log/list-changes.ts';
import { conflict } from '../../services/errors.ts';
import { requestTemplates } from '../../services/keys/item-kinds.ts';

/** The firm's list. Absent until an admin changes it. */
export interface TemplatesItem extends Key {
  v: 1;
  version: number;
  templates: readonly RequestTemplate[];
}

export const readTemplates = () => get<TemplatesItem>(requestTemplates);

export const toTemplates = (item: TemplatesItem | undefined): RequestTemplates => ({
  version: item?.version ?? 0,
  templates: [...(item?.templates ?? FIRST_TEMPLATES)],
});

const inWords = (list: readonly RequestTemplate[]) =>
  new Map(list.map(({ id, title, stage, help }) => [id, `${title} (stage ${stage})${help ? `: ${help}` : ''}`]));

const STALE = 'Someone else changed this list. Save yours again to replace it, or discard yours to see it.';

/** Replaces the firm's list. Throws 409 for another version. */
export async function changeTemplates(
  actor: EntryActor,
  stored: TemplatesItem | undefined,
  { version, templates }: RequestTemplates,
  now: Date,
): Promise<RequestTemplates> {
  const before = toTemplates(stored);
  if (version !== before.version) throw conflict(STALE);
  if (JSON.stringify(before.templates) === JSON.stringify(templates)) return before;
  const after = { version: version + 1, templates };
  const changes = changesOfList('document', inWords(before.templates), inWords(templates));
  const when = [unchanged('version', stored?.version)];
  await transact([
    { update: requestTemplates, change: { set: { v: 1, ...after }, when }, refuse: conflict(STALE) },
    firmEntry(actor, { action: 'templates-changed', data: { changes } }, now),
  ]);
  return after;
}
