import type { Acknowledgement } from './judge.ts';

const FUNCTIONS = ['OnboardingPortal/*/Function'];
const CANARY = 'OnboardingPortalEdge/Canary/Function';
/** CDK's own function that uploads the site. */
const UPLOADER = 'OnboardingPortal/Custom::CDKBucketDeployment*';
/** CDK's own function that empties buckets which go with the stack. */
const EMPTIER = 'OnboardingPortal/Custom::S3AutoDeleteObjects*/Handler';
const API_STAGE = 'OnboardingPortal/Api/Routes*/DeploymentStage.live';
const DISTRIBUTION = 'OnboardingPortal/Site/Distribution';

/** Findings of cfn-lint and checkov that stand, with the reason. What cdk-nag finds is acknowledged on its construct. */
export const ACKNOWLEDGED: readonly Acknowledgement[] = [
  {
    tool: 'cfn-lint',
    rule: 'W3005',
    resources: [...FUNCTIONS, CANARY, UPLOADER, EMPTIER],
    reason: 'CDK says twice that a function waits for its role: once more does no harm.',
  },
  {
    tool: 'cfn-lint',
    rule: 'W3660',
    resources: ['OnboardingPortal/Api/Routes*'],
    variant: 'local',
    reason: 'The emulator takes no gateway responses from the routes: what stands beside them says the same.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_7',
    resources: ['OnboardingPortal/Data/{Mac,Session}Key'],
    reason:
      'KMS rotates only keys that encrypt. What these derive or sign has versions, which npm run ops -- rotate raises.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_18',
    resources: ['OnboardingPortal/AccessLogs'],
    reason: 'This bucket takes the access logs of the others; logging its own access to itself would never end.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_21',
    resources: ['OnboardingPortal/AccessLogs'],
    reason: 'S3 writes each log once under a name of its own, nobody else may write, and all go after their time.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_26',
    resources: ['OnboardingPortal{,Edge}/Alarms/Topic'],
    reason: 'Alarms of dev and stage name no person, and a key for each region costs more than it protects.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_27',
    resources: ['OnboardingPortal/{Mail,Triggers}/DeadLetters'],
    reason: 'It is encrypted, under a key of SQS, which SNS, Lambda and the scheduler need no right to.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_68',
    resources: [DISTRIBUTION],
    variant: 'local',
    reason: 'The local origin stands in for CloudFront, and nobody but its machine reaches it.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_73',
    resources: [API_STAGE],
    reason: 'X-Ray keeps the path as it was sent, and that of the portal holds a token.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_86',
    resources: [DISTRIBUTION],
    reason: 'The access log is of the second version, in a stack of its own: the first always holds paths with tokens.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_111',
    resources: ['OnboardingPortal/{clients,on-record,tick}/Role'],
    variant: 'local',
    reason: 'The emulator checks SendRawEmail against no identity.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_115',
    resources: [...FUNCTIONS, CANARY, UPLOADER, EMPTIER],
    reason:
      'A new account may run ten functions at once, and reserves none: the throttles of the API stand in front of all.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_116',
    resources: [...FUNCTIONS, UPLOADER, EMPTIER],
    reason: 'The API and CloudFormation wait for the answer: Lambda hands no failed call of theirs to a queue.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_116',
    resources: [CANARY],
    reason: 'A run that failed is an alarm, and nobody needs it again: the next one is five minutes away.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_117',
    resources: [...FUNCTIONS, UPLOADER, EMPTIER],
    reason:
      'Functions talk to services of AWS alone, over TLS and under their own roles: no network of ours has anything.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_117',
    resources: [CANARY],
    reason: 'It asks the site as a stranger does, over the internet.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_120',
    resources: [API_STAGE],
    reason: 'Answers are for one person each and must be true at once: nothing is to be cached.',
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_149',
    resources: ['OnboardingPortal/OriginKey/*'],
    reason: "Read by CloudFormation alone, and changed by ORIGIN_KEYS: the account's own key for secrets is enough.",
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_158',
    resources: ['OnboardingPortal/*/{Logs,AccessLog,ExecutionLog,UploadLog}', 'OnboardingPortalEdge/Canary/Logs'],
    reason: "Logs hold ids and counts, no name, address or token: CloudWatch's own encryption is enough.",
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_158',
    resources: ['OnboardingPortal{Guard,Edge}/Log'],
    reason:
      "They hold IP addresses, which only those who may read logs see: CloudWatch's own encryption is enough, a key costs $1 a month for each.",
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_173',
    resources: [...FUNCTIONS, CANARY, UPLOADER],
    reason: "Variables hold names and settings, no secret: Lambda's own encryption is enough.",
  },
  {
    tool: 'checkov',
    rule: 'CKV_AWS_174',
    resources: [DISTRIBUTION],
    reason: 'CloudFront takes TLS 1.0 under its own name. prod is refused without a name of its own, which takes 1.2.',
  },
];
