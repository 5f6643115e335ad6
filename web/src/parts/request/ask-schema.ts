import * as z from 'zod/mini';
import { type NewRequests, newRequests } from '#shared/contract/requests.ts';
import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import { isVisible } from '#shared/rules/text.ts';
import type { Values } from '../../ui/form/form.tsx';
import { titlesFor } from './from-each.ts';

/** Keys of the lines that are not on the firm's list. */
const FREE = /^free-\d+$/;
export const TICKED = 'on';

export const textAt = (values: Values, name: string) => String(values[name] ?? '');

/** Returns the keys of the chosen lines: ticked ones of the list, and all free ones, so that none is left out silently. */
function chosenKeys(values: Values): string[] {
  const keys = Object.keys(values).map((name) => /^(?:tick|title)\.(.+)$/.exec(name)?.[1] ?? '');
  const isChosen = (key: string) => FREE.test(key) || values[`tick.${key}`] === TICKED;
  return [...new Set(keys)].filter((key) => key && isChosen(key));
}

/** Returns true if anything is chosen, so that the form can be sent. */
export const isAnyAsked = (values: Values) => chosenKeys(values).length > 0;

const isFromEach = (values: Values, key: string) => values[`each.${key}`] === TICKED;

/** Returns the titles that a line is asked under: one, or one for each of the people. */
function titlesOf(values: Values, key: string, people: readonly string[]): string[] {
  const title = textAt(values, `title.${key}`);
  // A blank title is refused at its field.
  return isFromEach(values, key) && people.length > 0 && isVisible(title) ? titlesFor(title, people) : [title];
}

/** Returns the number of requests that the chosen lines become. */
export const countAsked = (values: Values, people: readonly string[]) =>
  chosenKeys(values).flatMap((key) => titlesOf(values, key, people)).length;

const TOO_MANY = `At most ${REQUEST_LIMITS.items} at a time. A line “From each” counts once for each person.`;

/**
 * Returns a schema that parses the form. Stages are numbers, as the requests may be for several clients. `people` has
 * the names of those whom a line can be asked of each.
 */
export const askSchemaFor = (people: readonly string[]) =>
  z.pipe(
    z.record(z.string(), z.any()),
    z.transform((values: Values, context): NewRequests => {
      const lines = chosenKeys(values).flatMap((key) => titlesOf(values, key, people).map((title) => ({ key, title })));
      const items = lines.map(({ key, title }) => ({
        title,
        help: textAt(values, `help.${key}`),
        stageId: textAt(values, `stage.${key}`) || null,
      }));
      const parsed = z.safeParse(newRequests, { items, dueDate: textAt(values, 'dueDate') || null });
      if (parsed.success) return parsed.data;
      for (const { path, message } of parsed.error.issues) {
        const [list, index, field] = path;
        const isOfLine = list === 'items' && field !== undefined;
        const name = isOfLine ? `${String(field)}.${lines[Number(index)]?.key}` : String(list);
        const isTooMany = name === 'items' && lines.some(({ key }) => isFromEach(values, key));
        context.issues.push({ code: 'custom', input: values, path: [name], message: isTooMany ? TOO_MANY : message });
      }
      return { items: [] };
    }),
  );

export const askSchema = askSchemaFor([]);

/** Returns the requests with the stages of a client. */
export const requestsFor = (clientId: string, { items, ...rest }: NewRequests): NewRequests => ({
  ...rest,
  items: items.map((item) => ({ ...item, stageId: item.stageId ? `${clientId}.${item.stageId}` : null })),
});
