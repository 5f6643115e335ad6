import { expect, test } from 'vitest';
import { Document, isCollection, isMap, isScalar, visit } from 'yaml';
import { deployed } from './synthesized.ts';

/** Longest collection on one line. */
const WIDTH = 140;

/** Parts that other tests compute, that CDK fills in, or that contain bundles. */
const OMITTED = [
  'Body',
  'BootstrapVersion',
  'Code',
  'Content',
  'DashboardBody',
  'Metadata',
  'SourceObjectKeys',
  'Version',
];

/** Replaces references by text such as `${Table.Arn}`. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !OMITTED.includes(key));
  const [[key, argument] = [], ...others] = entries;
  if (others.length === 0) {
    if (key === 'Ref') return `\${${argument}}`;
    if (key === 'Fn::GetAtt') return `\${${argument.join('.')}}`;
    const parts = key === 'Fn::Join' ? argument[1].map(readable) : [];
    if (parts.length > 0 && parts.every((part: unknown) => typeof part === 'string')) return parts.join(argument[0]);
  }
  return Object.fromEntries(entries.map(([key, of]) => [key, readable(of)]));
}

const { made } = await deployed('prod');
type Made = (typeof made)[number]['template'];

function written({ Parameters, Conditions, Resources, Outputs }: Made): string {
  const resources = Object.entries(Resources).map(([id, { Type, ...resource }]) => [`${id} (${Type})`, resource]);
  const parts = { Parameters, Conditions, Resources: Object.fromEntries(resources), Outputs };
  const document = new Document(readable(parts), { sortMapEntries: true });
  visit(document, (_, node) => {
    if (!isCollection(node)) return;
    const isStatement = isMap(node) && node.has('Effect');
    node.flow = isStatement || node.items.every(isScalar) || JSON.stringify(node).length <= WIDTH;
  });
  return (
    document
      .toString({ lineWidth: 0 })
      // Hashes in logical ids and in the names of files.
      .replaceAll(/(?<=[A-Za-z]\d?)[0-9A-F]{8}([0-9a-f]{32})?(?![0-9A-Za-z])/g, '')
      .replaceAll(/[0-9a-f]{64}/g, '(hash)')
  );
}

test.each(made)('the template of $name has changed only as its snapshot has', async ({ name, template }) => {
  await expect(written(template)).toMatchFileSnapshot(`snapshots/${name}.yaml`);
});
