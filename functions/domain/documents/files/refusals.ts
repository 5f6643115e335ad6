import { type Refusal, type RefusalKind, refusalText } from '#shared/rules/refusals.ts';
import { HttpError } from '../../../services/errors.ts';
import { kindOfExtension } from './refused-types.ts';

/** 400 for the field `file`. */
export class Refused extends HttpError {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    const sentence = refusalText(refusal);
    super(400, sentence, { fields: { file: sentence } });
    this.refusal = refusal;
  }
}

export const refused = (kind: RefusalKind, isWithin = false, ending?: string) =>
  new Refused({ kind, isWithin, ending });

export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? '';

/** Longest name of a file on common systems. Names in archives may have megabytes. */
const MAX_NAME = 255;

// Endings of programs that also end web addresses or are words: "pension@aviva.com", "Letter for Mr.Job".
const WORDS =
  'com app pl py ws so run fish website job inf ins isp war ear class air action command tool workflow application one mar terminal br z'.split(
    ' ',
  );
const DOCUMENT = /\.(pdf|jpe?g|png|gif|webp|hei[cf]|tiff?|docx?|xlsx?|pptx?|odt|ods|rtf|txt|csv|zip|msg|eml)$/i;
/** An NTFS stream with its type, as in "x.exe::$DATA", which opens "x.exe". */
const TYPED_STREAM = /:\$/;

const isWord = (name: string) => WORDS.includes(extensionOf(name));

/** Returns true if a name ends in an address or a sentence, and not in an ending: "letter.com" is none, and "a letter.pdf.com" pretends. */
function endsInWords(name: string): boolean {
  const stem = name.slice(0, name.lastIndexOf('.')).replace(/[.\s]+$/, '');
  return isWord(name) && /[\s@]|^www\./i.test(stem) && !DOCUMENT.test(stem) && !kindOfExtension(extensionOf(stem));
}

/** Returns a name as operating systems read it, without invisible characters and final dots. */
export const plainName = (name: string) =>
  name
    .slice(-MAX_NAME)
    .normalize('NFKC')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[.\s]+$/, '');

/** Refusal of a name, and the ending that caused it. */
export interface NameRefusal {
  kind: RefusalKind;
  ending?: string;
}

/** Settings of a folder, which make Windows load icons from elsewhere. */
const FOLDER_SETTINGS = /(^|[\\/])desktop\.ini$/i;

/** Returns why a name is refused. `isPaper` is set for bytes of a PDF or a picture, whose name may end in words. */
export function refusalOfName(name: string, isPaper = false): NameRefusal | undefined {
  const plain = plainName(name);
  if (FOLDER_SETTINGS.test(plain)) return { kind: 'shortcut' };
  const parts = plain.split(':').map((part) => part.replace(/[.\s]+$/, ''));
  const last = parts.at(-1) ?? '';
  /** Returns true if a system may take the name up to here for the whole. */
  const counts = (part: string, i: number) => {
    const next = parts[i + 1];
    if (next === undefined) return !(isPaper && endsInWords(part));
    // People write a space behind a colon, or give the whole name an ending.
    const isSentence = /^\s/.test(next) || (isPaper && isWord(part) && extensionOf(last) !== '');
    return TYPED_STREAM.test(plain) || !isSentence;
  };
  for (const ending of parts.filter(counts).map(extensionOf)) {
    const kind = kindOfExtension(ending);
    if (kind) return { kind, ending };
  }
  return undefined;
}
