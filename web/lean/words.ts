import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const CHAKRA = 'node_modules/@chakra-ui/react/dist/esm';
/** Where a style can be named: our screens, and Chakra's components with their looks. */
const NAMED_IN = ['web/src', `${CHAKRA}/components`, `${CHAKRA}/theme`];
const CODE = /\.(tsx?|js)$/;

/** Every word that the app's code and Chakra's components are written with. */
export function wordsInUse(): Set<string> {
  const root = path.join(import.meta.dirname, '../..');
  const files = NAMED_IN.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => CODE.test(file))
      .map((file) => path.join(root, folder, file)),
  );
  return new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []));
}
