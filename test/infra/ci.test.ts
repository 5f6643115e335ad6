import { expect, test } from 'vitest';
import { deployed } from './synthesized.ts';

interface Statement {
  Action: string | string[];
  Resource: string | string[];
}

const { companion, made } = await deployed('prod');
const stackArns = made.map(({ name, region }) => `arn:aws:cloudformation:${region}:111111111111:stack/${name}/*`);

/** Returns the actions that a role may perform, with their resources. */
function grantsOf(id: 'Deploy' | 'Diff'): Record<string, string[]> {
  const policies = Object.entries(companion('Ci').findResources('AWS::IAM::Policy')).filter(([name]) =>
    name.startsWith(id),
  );
  expect(policies).toHaveLength(1);
  const statements = policies.flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as Statement[]);
  return Object.fromEntries(
    statements.flatMap(({ Action, Resource }) => [Action].flat().map((action) => [action, [Resource].flat()])),
  );
}

test('the deploy role can change only the stacks of its deployment', () => {
  expect(grantsOf('Deploy')['cloudformation:UpdateStack']?.toSorted()).toEqual(stackArns.toSorted());
});

test('the diff role can read the templates of these stacks and nothing else', () => {
  const grants = Object.entries(grantsOf('Diff')).map(([action, arns]) => [action, arns.toSorted()]);
  expect(Object.fromEntries(grants)).toEqual({
    'cloudformation:DescribeStacks': stackArns.toSorted(),
    'cloudformation:GetTemplate': stackArns.toSorted(),
  });
});
