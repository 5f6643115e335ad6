import type { Settings } from './config.ts';

/** Prefix of all stack names. */
export const PRODUCT = 'OnboardingPortal';

/** Parameter of the main stack that selects how traffic moves to new versions, and its values. */
export const TRAFFIC_SHIFT = { name: 'TrafficShift', gradually: 'gradual', atOnce: 'at-once' };

type Named = Pick<Settings, 'stage' | 'env'>;

/** Name of the main stack, unique in its region. */
export const stackName = ({ stage }: Pick<Settings, 'stage'>) => (stage ? `${PRODUCT}-${stage}` : PRODUCT);

/** Name of a companion stack. Includes the home region, because companions of several regions may share one. */
export const companionName = (part: string, { stage, env }: Named) =>
  [`${PRODUCT}${part}`, stage, env.region].filter(Boolean).join('-');

/** Name that is unique in the account, for names that all regions share. */
export const deploymentName = (settings: Named) => companionName('', settings);

/** Name of the API's only stage, and the path prefix that CloudFront adds. */
export const API_STAGE = 'live';
