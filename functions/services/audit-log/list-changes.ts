import type { FieldChange } from '#shared/contract/field-change.ts';

/** Returns what was added, changed or removed in a list whose texts are given by id. A new order is none of these. */
export const changesOfList = (
  field: FieldChange['field'],
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): FieldChange[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [was = null, is = null] = [before.get(id), after.get(id)];
    return was === is ? [] : [{ field, was, is }];
  });
