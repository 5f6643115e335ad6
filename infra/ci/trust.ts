import { Aws } from 'aws-cdk-lib';
import { type IPrincipal, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';

const ISSUER = 'token.actions.githubusercontent.com';

/** The subject of the tokens that a repository's jobs get for an environment, a branch or pull requests, as GitHub writes it. */
export const subjectOf = (repository: string, what: string) => `repo:${repository}:${what}`;

/** Whoever shows a token that GitHub made for AWS with one of these subjects and, where one is given, for that branch. */
export function tokenOf(subjects: readonly string[], ref?: string): IPrincipal {
  const provider = `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:oidc-provider/${ISSUER}`;
  return new WebIdentityPrincipal(provider, {
    StringEquals: {
      [`${ISSUER}:aud`]: 'sts.amazonaws.com',
      [`${ISSUER}:sub`]: subjects,
      ...(ref && { [`${ISSUER}:ref`]: ref }),
    },
  });
}
