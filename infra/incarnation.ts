import { Aws, Fn } from 'aws-cdk-lib';

/**
 * Eight characters that differ each time a stack is made anew: for a name that has to be given, of something that may be
 * left behind by a stack before.
 */
export const incarnation = () => Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))));
