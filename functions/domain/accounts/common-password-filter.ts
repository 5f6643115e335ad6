import { dictionary } from '@zxcvbn-ts/language-common';
import { filterOf } from './bloom-filter.ts';

/**
 * About 49 000 common passwords in lower case, as a filter. The functions' bundles hold its bytes in place of this module,
 * and so neither the list nor its package (infra/functions/common-passwords.ts).
 */
export default filterOf(dictionary['passwords-common']);
