import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { EDGE_REGION, type Settings } from '../config.ts';
import type { Code } from '../functions/bundle.ts';
import { Alarms } from '../watch/alarms.ts';
import { addBudget } from '../watch/budget.ts';
import { addCanary } from '../watch/canary.ts';
import { edgeSignals } from '../watch/edge-metrics.ts';
import { addAccessLog } from './access-log.ts';
import type { Site } from './site.ts';

interface Props {
  settings: Settings;
  bundles: Code;
  web: Site;
}

/**
 * What is set up in the region of CloudFront only: its log and the alarms on what it counts. The canary is here too, as who
 * watches the product should not stand in its region.
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { settings, bundles, web }: Props) {
    super(scope, id, {
      env: { ...settings.env, region: EDGE_REGION },
      description: 'Client-onboarding portal: log of CloudFront, canary, alarms of the edge',
      terminationProtection: settings.isProtected,
    });
    addAccessLog(this, settings, web.distributionArn);
    const origins = [...new Set([web.origin, settings.origin ?? web.origin])];
    addCanary(this, { settings, directory: bundles.canary.directory, origins });
    new Alarms(this, 'Alarms', { settings, signals: edgeSignals(settings, web.distributionId) });
    addBudget(this, settings);
  }
}
