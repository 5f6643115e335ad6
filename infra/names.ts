import type { Settings } from './config.ts';

/** The product's name, with which the names of all its stacks begin. */
export const PRODUCT = 'OnboardingPortal';

/** The parameter of the product's stack that says how calls move to new versions of functions, and its values. */
export const TRAFFIC_SHIFT = { name: 'TrafficShift', gradually: 'gradual', atOnce: 'at-once' };

type Named = Pick<Settings, 'stage' | 'env'>;

/** The name of the product's own stack; no other in its region has it. */
export const stackName = ({ stage }: Pick<Settings, 'stage'>) => (stage ? `${PRODUCT}-${stage}` : PRODUCT);

/** The name of a stack that goes with the product's own and stands in another region, where several regions' may meet. */
export const companionName = (part: string, { stage, env }: Named) =>
  [`${PRODUCT}${part}`, stage, env.region].filter(Boolean).join('-');

/** What tells a deployment from every other in its account, for names that all regions share. */
export const deploymentName = (settings: Named) => companionName('', settings);
