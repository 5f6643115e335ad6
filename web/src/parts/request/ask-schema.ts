import * as z from 'zod/mini';
import { type NewRequests, newRequests } from '#shared/contract/requests.ts';
import type { Values } from '../../ui/form/form.tsx';

/** Keys of the lines that are not on the firm's list. */
const FREE = /^free-\d+$/;
export const TICKED = 'on';

export const textAt = (values: Values, name: string) => String(values[name] ?? '');

/** Returns the keys of the chosen lines: ticked ones of the list, and all free ones, so that none is left out silently. */
export function chosenKeys(values: Values): string[] {
  const keys = Object.keys(values).map((name) => /^(?:tick|title)\.(.+)$/.exec(name)?.[1] ?? '');
  const isChosen = (key: string) => FREE.test(key) || values[`tick.${key}`] === TICKED;
  return [...new Set(keys)].filter((key) => key && isChosen(key));
}

/** Returns true if anything is chosen, so that the form can be sent. */
export const isAnyAsked = (values: Values) => chosenKeys(values).length > 0;

/** Parses the form. Stages are numbers, as the requests may be for several clients. */
export const askSchema = z.pipe(
  z.record(z.string(), z.any()),
  z.transform((values: Values, context): NewRequests => {
    const keys = chosenKeys(values);
    const items = keys.map((key) => ({
      title: textAt(values, `title.${key}`),
      help: textAt(values, `help.${key}`),
      stageId: textAt(values, `stage.${key}`) || null,
    }));
    const parsed = z.safeParse(newRequests, { items, dueDate: textAt(values, 'dueDate') || null });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      const [list, index, field] = path;
      const name = list === 'items' && field !== undefined ? `${String(field)}.${keys[Number(index)]}` : String(list);
      context.issues.push({ code: 'custom', input: values, path: [name], message });
    }
    return { items: [] };
  }),
);

/** Returns the requests with the stages of a client. */
export const requestsFor = (clientId: string, { items, ...rest }: NewRequests): NewRequests => ({
  ...rest,
  items: items.map((item) => ({ ...item, stageId: item.stageId ? `${clientId}.${item.stageId}` : null })),
});
