import { dictionary } from '@zxcvbn-ts/language-common';
import { filterOf } from './bloom-filter.ts';

/** About 49,000 common passwords. Bundles contain the bytes instead of this module (infra/functions/bundle.ts). */
export default filterOf(dictionary['passwords-common']);
