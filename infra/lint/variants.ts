import { awsSettings, type Deployer, type Settings, settingsFor } from '../config.ts';

/** The least that a stage's file names. */
const LEAST = {
  FIRM_NAME: 'Harbour',
  MAIL_FROM: 'portal@firm.example',
  REGISTRATION: 'closed',
  ALARM_MAIL: 'ops@firm.example',
  AWS_REGION: 'eu-west-2',
  DOMAIN: '',
  SESSION_KEY_VERSION: '1',
  PORTAL_KEY_VERSION: '1',
  ORIGIN_KEYS: '1',
};
const OWN_CERTIFICATE = {
  DOMAIN: 'portal.firm.example',
  CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
};

type Variant = Pick<Deployer, 'stage' | 'isFirst'> & { file: Record<string, string> };

/** Deployments to AWS that between them take each setting which changes a template to each of its ways. */
const ON_AWS: Record<string, Variant> = {
  'dev under CloudFront’s name': { stage: 'dev', file: LEAST },
  'dev to be torn down': { stage: 'dev', file: { ...LEAST, REMOVAL_POLICY: 'destroy' } },
  'stage with two origin keys': { stage: 'stage', file: { ...LEAST, ORIGIN_KEYS: '2,1' } },
  'prod for the first time': { stage: 'prod', isFirst: true, file: { ...LEAST, ...OWN_CERTIFICATE } },
  'prod with a certificate': { stage: 'prod', file: { ...LEAST, ...OWN_CERTIFICATE } },
};

/** The settings of every deployment whose templates are looked at, by what is particular to it. */
export const variants = (): Record<string, Settings> => ({
  local: settingsFor('local', {}),
  ...Object.fromEntries(
    Object.entries(ON_AWS).map(([name, { file, ...deployer }]) => [
      name,
      awsSettings(file, { account: '111111111111', ...deployer }),
    ]),
  ),
});
