const INSTEAD = 'Please send a PDF or a photo instead.';
const ONE_BY_ONE = 'Please send the files in it one by one.';

export const REFUSALS = {
  program: `Programs and scripts cannot be sent here. ${INSTEAD}`,
  shortcut: 'Shortcuts and links cannot be sent here. Please send the document itself, as a PDF or a photo.',
  disk: `Disk images and installers cannot be sent here. ${INSTEAD}`,
  page: 'Web pages and SVG drawings cannot be sent here. Please send a PDF, a photo or a screenshot instead.',
  macros:
    'Office documents with macros cannot be sent here. Please save yours without macros, as .docx, .xlsx or .pptx, or as a PDF, and send that.',
  template:
    'Office documents that load a template from elsewhere cannot be sent here. Please save yours as a PDF, and send that.',
  linked:
    'Office documents that load or run something from elsewhere cannot be sent here. Please save yours as a PDF, and send that.',
  virus: 'This file was recognised as a virus test file and cannot be sent here. Please send a PDF or a photo instead.',
  archive:
    'Archives such as 7z, RAR, bzip2 and xz cannot be checked here. Please send the files in it one by one, or as a ZIP archive.',
  bomb: `This archive unpacks to more than 100 times its size and cannot be sent here. ${ONE_BY_ONE}`,
  crowded: `This archive holds more than 1,000 files and cannot be sent here. ${ONE_BY_ONE}`,
  locked: `This archive has a password, so it cannot be checked here. ${ONE_BY_ONE} They are encrypted here.`,
  hidden: `This archive holds files that cannot be checked here. ${ONE_BY_ONE}`,
} as const;
export type RefusalKind = keyof typeof REFUSALS;

const WITHIN: Partial<Record<RefusalKind, string>> = {
  program: `This file holds a program or a script, which cannot be sent here. ${INSTEAD}`,
  shortcut: `This file holds a shortcut, which cannot be sent here. ${INSTEAD}`,
  disk: `This file holds a disk image or an installer, which cannot be sent here. ${INSTEAD}`,
  macros: `This file holds an Office document with macros, which cannot be sent here. ${INSTEAD}`,
  template: `This file holds an Office document that loads a template from elsewhere, which cannot be sent here. ${INSTEAD}`,
  linked: `This file holds an Office document that loads or runs something from elsewhere, which cannot be sent here. ${INSTEAD}`,
  locked: `This file holds an archive with a password, which cannot be checked here. ${ONE_BY_ONE}`,
  archive: `This file holds an archive that cannot be checked here. ${ONE_BY_ONE}`,
  virus: `This file holds a virus test file and cannot be sent here. ${INSTEAD}`,
};

/** Why a file is refused. */
export interface Refusal {
  kind: RefusalKind;
  /** Set if the reason is within the file. */
  isWithin: boolean;
  /** Part of the name that caused it. */
  ending?: string | undefined;
}

/** Returns what the sender is told. */
export function refusalText({ kind, isWithin, ending }: Refusal): string {
  const why = ending && `${isWithin ? 'A file in this one' : 'The name of this file'} has the ending “.${ending}”. `;
  return `${why ?? ''}${(isWithin && WITHIN[kind]) || REFUSALS[kind]}`;
}
