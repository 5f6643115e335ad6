import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { deploymentName } from '../names.ts';

/** When the operator is told, in percent: of what is spent, and of what the month is expected to take. */
const TOLD = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
];

/** Where the settings have a budget: tells the operator by mail before the account's month costs more. */
export function addBudget(scope: Construct, settings: Settings): void {
  const { budget: amount, alarmMail: address } = settings;
  if (!amount || !address) return;
  new CfnBudget(scope, 'Budget', {
    budget: {
      // Another address makes another budget, which cannot have the name of the one that it takes the place of.
      budgetName: `${deploymentName(settings)} ${address}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount, unit: 'USD' },
    },
    notificationsWithSubscribers: TOLD.map((told) => ({
      notification: { ...told, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'EMAIL', address }],
    })),
  });
}
