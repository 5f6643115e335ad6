import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { COUNTED } from '#functions/domain/metrics.ts';
import { KEPT } from '#infra/backup/vault.ts';
import { costPage, ratio, SECOND_REGION, STANDING } from '../bench/costs.ts';
import { withoutPadding } from '../support/markdown.ts';
import { AWS, builtFolder, synthesize } from './synthesized.ts';

test('the cost page says what the counted calls cost', () => {
  expect(withoutPadding(readFileSync('docs/costs.md', 'utf8'))).toBe(withoutPadding(costPage()));
});

test('what stands still is counted from the stacks', async () => {
  const folder = await builtFolder();
  const count = (file: Record<string, string>) => {
    const templates = Object.values(synthesize('aws', folder, file).stacks);
    const of = (type: string) =>
      templates.reduce((sum, template) => sum + Object.keys(template.findResources(type)).length, 0);
    return {
      alarms: of('AWS::CloudWatch::Alarm'),
      keys: of('AWS::KMS::Key') + of('AWS::KMS::ReplicaKey'),
      secrets: of('AWS::SecretsManager::Secret'),
      countedMetrics: COUNTED.length,
    };
  };
  const alone = count(AWS);
  const copied = count({ ...AWS, BACKUP_REGION: 'eu-west-1' });
  await rm(folder, { recursive: true });
  expect(STANDING).toEqual(alone);
  expect(SECOND_REGION).toEqual({ keys: copied.keys - alone.keys, days: KEPT.toDays() });
});

test('a read costs little more than API Gateway asks for passing it on', () => {
  expect(ratio('GET /api/clients/{id}')).toBeLessThanOrEqual(1.25);
  expect(ratio('GET /api/clients')).toBeLessThanOrEqual(1.3);
});
