import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COUNTED } from '#functions/services/log/metrics.ts';
import { KEPT } from '#infra/backup/vault.ts';
import type { Deployer } from '#infra/config.ts';
import { costPage, LEAN, ratio, SECOND_REGION, STANDING } from '../bench/costs.ts';
import { withoutPadding } from '../support/markdown.ts';
import { AWS, DEPLOYER, OWN_DOMAIN, PROD, synthesize } from './synthesized.ts';

test('the cost page matches the counted calls', () => {
  expect(withoutPadding(readFileSync('docs/costs.md', 'utf8'))).toBe(withoutPadding(costPage()));
});

test('the fixed costs match the resources in the stacks', async () => {
  const count = async (file: Record<string, string>, deployer: Deployer = PROD) => {
    const templates = Object.values((await synthesize('aws', file, deployer)).stacks);
    const of = (type: string, properties?: object) =>
      templates.reduce(
        (sum, template) =>
          sum + Object.keys(template.findResources(type, properties && { Properties: properties })).length,
        0,
      );
    return {
      alarms: of('AWS::CloudWatch::Alarm'),
      keys: of('AWS::KMS::Key') + of('AWS::KMS::ReplicaKey'),
      // The replica of a rotating key rotates too: the data key’s, not the MAC key’s.
      rotated: of('AWS::KMS::Key', { EnableKeyRotation: true }) + of('AWS::KMS::ReplicaKey') / 2,
      dashboards: of('AWS::CloudWatch::Dashboard'),
      secrets: of('AWS::SecretsManager::Secret'),
      countedMetrics: COUNTED.length,
    };
  };
  const alone = await count(OWN_DOMAIN);
  const copied = await count({ ...OWN_DOMAIN, BACKUP_REGION: 'eu-west-1' });
  const lean = await count(AWS, DEPLOYER);
  expect(STANDING).toEqual(alone);
  expect(LEAN).toEqual(lean);
  expect(SECOND_REGION).toEqual({
    alarms: copied.alarms - alone.alarms,
    keys: copied.keys - alone.keys,
    rotated: copied.rotated - alone.rotated,
    days: KEPT.toDays(),
  });
});

test('a read costs little more than its API Gateway request', () => {
  expect(ratio('GET /api/clients/{id}')).toBeLessThanOrEqual(1.25);
  expect(ratio('GET /api/clients')).toBeLessThanOrEqual(1.3);
});
