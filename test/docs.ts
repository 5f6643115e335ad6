import { readFileSync, writeFileSync } from 'node:fs';
import { NOUNS } from '#functions/domain/nouns.ts';
import { callReference } from '#infra/api/reference.ts';
import { SECTION_NAMES, type Setting, settingsOfSection, shownValue } from '#shared/settings.ts';
import { HINTS } from '../web/src/features/settings/texts.ts';
import { roundsTable } from './calls/calls.ts';

type Treatment = { name: string; rest?: readonly string[]; index?: string } & Pick<
  (typeof NOUNS)[keyof typeof NOUNS],
  'key' | 'owner' | 'exported' | 'restored'
>;

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Returns a noun's partition key and its sort keys as the map shows them. */
export function keysOf({ key, rest = [] }: Pick<Treatment, 'key' | 'rest'>): { pk: string; sks: string[] } {
  const [owner = '', ...ends] = rest;
  return { pk: key.pk + owner, sks: ends.length > 0 ? ends.map((end) => key.sk + end) : [key.sk] };
}

const code = (text: string) => `\`${text}\``;

function keyRow(noun: Treatment): string[] {
  const { pk, sks } = keysOf(noun);
  const { exported } = noun;
  const sections = typeof exported === 'string' ? '' : 'name' in exported ? exported.name : exported.join(', ');
  return [noun.name, code(pk), sks.map(code).join(', '), noun.index ?? '', noun.owner, sections, noun.restored];
}

const HEAD = ['item', '`pk`', '`sk`', 'in an index', 'owner', 'exported as', 'restored'];
const keyTable = () => table(HEAD, Object.values(NOUNS).map(keyRow));

function rangeOf(about: Setting): string {
  if ('unit' in about) return `${about.from} to ${about.to} ${about.unit}`;
  if (about.kind === 'text') return `up to ${about.max} characters`;
  if (about.kind === 'time') return about.stepSeconds ? 'UK time, a quarter of an hour' : 'UK time';
  return 'options' in about ? Object.values(about.options).join('; ') : 'a list of days';
}

const settingsTable = () =>
  table(
    ['setting', 'default', 'recommended', 'values'],
    SECTION_NAMES.flatMap((section) =>
      settingsOfSection(section).map(([field, about]) => [
        about.label,
        shownValue(about, about.default),
        about.recommended === undefined ? '–' : shownValue(about, about.recommended),
        [rangeOf(about), HINTS[`${section}.${field}`]].filter(Boolean).join('. '),
      ]),
    ),
  );

/** Generated parts of the guides, by file and marker. */
const PARTS = [
  { file: 'docs/api.md', marker: 'generated:calls', text: callReference },
  { file: 'docs/architecture.md', marker: 'generated:keys', text: keyTable },
  { file: 'docs/architecture.md', marker: 'rounds', text: roundsTable },
  { file: 'docs/product.md', marker: 'generated:settings', text: settingsTable },
] as const;

/** Replaces the text between two markers. Throws if they are missing. */
function filled(page: string, marker: string, text: string): string {
  const [begin, end] = [`<!-- ${marker} -->`, `<!-- /${marker.split(':')[0]} -->`];
  const [before = '', rest = ''] = page.split(begin);
  const at = rest.indexOf(end);
  if (at < 0) throw new Error(`A guide lacks ${begin} or ${end}`);
  return `${before}${begin}\n\n${text.trim()}\n\n${rest.slice(at)}`;
}

/** Returns the guides with generated parts, as they are and as they should be. */
export const guides = () =>
  [...new Set(PARTS.map(({ file }) => file))].map((file) => {
    const page = readFileSync(file, 'utf8');
    const parts = PARTS.filter((part) => part.file === file);
    return { file, page, wanted: parts.reduce((text, part) => filled(text, part.marker, part.text()), page) };
  });

if (import.meta.main) for (const { file, wanted } of guides()) writeFileSync(file, wanted);
