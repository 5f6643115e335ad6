import { Aws, Fn } from 'aws-cdk-lib';

/** Returns eight characters that differ for each creation of a stack, for names that an earlier stack may hold. */
export const incarnation = () => Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))));
