import type { FactfindForm } from '#shared/contract/factfind-form.ts';
import { OWN_TYPE_NAMES, type OwnQuestion, SECTION_IDS, SECTION_TITLES } from '#shared/rules/factfind-shape.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, type Key, transact } from '../../aws/table.ts';
import type { EntryActor } from '../../services/audit-log/entry.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { changesOfList } from '../../services/audit-log/list-changes.ts';
import { conflict } from '../../services/errors.ts';
import { factfindForm } from '../../services/keys/item-kinds.ts';

/** The firm's form. Absent until an admin changes it. */
export interface FormItem extends Key, FactfindForm {
  v: 1;
}

export const readForm = () => get<FormItem>(factfindForm);

export const toForm = (item: FormItem | undefined): FactfindForm => ({
  version: item?.version ?? 0,
  off: [...(item?.off ?? [])],
  own: [...(item?.own ?? [])],
});

const sectionsIn = (off: readonly string[]) =>
  new Map(SECTION_IDS.filter((id) => !off.includes(id)).map((id) => [id, SECTION_TITLES[id]]));

const questionsIn = (own: readonly OwnQuestion[]) =>
  new Map(own.map(({ id, text, type }) => [id, `${text} (${OWN_TYPE_NAMES[type]})`]));

const STALE = 'Someone else changed this form. Save yours again to replace it, or discard yours to see it.';

/** Replaces the firm's form. Throws 409 for another version. */
export async function changeForm(
  actor: EntryActor,
  stored: FormItem | undefined,
  { version, off, own }: FactfindForm,
  now: Date,
): Promise<FactfindForm> {
  const before = toForm(stored);
  if (version !== before.version) throw conflict(STALE);
  const after = { version: version + 1, off, own };
  if (JSON.stringify({ ...after, version }) === JSON.stringify(before)) return before;
  const changes = [
    ...changesOfList('section', sectionsIn(before.off), sectionsIn(off)),
    ...changesOfList('question', questionsIn(before.own), questionsIn(own)),
  ];
  const when = [unchanged('version', stored?.version)];
  await transact([
    { update: factfindForm, change: { set: { v: 1, ...after }, when }, refuse: conflict(STALE) },
    firmEntry(actor, { action: 'factfind-form-changed', data: { changes } }, now),
  ]);
  return after;
}
