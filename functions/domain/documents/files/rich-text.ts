import type { RefusalKind } from '#shared/rules/refusals.ts';
import { LOCAL } from './addresses.ts';
import { type Budget, checkOpen } from './budget.ts';
import { Fields } from './fields.ts';
import { startOf } from './text.ts';

// Finds anything that rich text (RTF) loads or runs when it opens. Groups, escapes and line breaks may split any word.

// An escaped byte, a control word with its number, an escaped character or another control, a brace, text.
const TOKEN = /\\'([0-9a-f]{2})|\\([a-z]+)(-?\d{1,10})? ?|\\(?:([\\{}])|(\*)|[^a-z])|([{}])|([^\\{}]+)/gi;
const OBJECTS = /^(objupdate|objautlink|objlink)$/;
const CODE = 'fldinst';
const TEMPLATE = 'template';
/** Bytes of an embedded object, in hex. */
const OBJECT = 'objdata';
const DESTINATIONS = [CODE, TEMPLATE, OBJECT] as const;

const destinationOf = (word: string) => DESTINATIONS.find((destination) => destination === word);

/** Purpose of the text in a group and in its inner groups. */
interface Destination {
  word: (typeof DESTINATIONS)[number];
}

interface Group {
  of?: Destination | undefined;
  /** Number of fallback characters after one in Unicode. */
  spare: number;
}

class RichText {
  private readonly fields = new Fields();
  private readonly groups: Group[] = [];
  private group: Group = { spare: 1 };
  readonly objects: Buffer[] = [];
  private template = '';
  private object = '';
  private isRemoteTemplate = false;
  private skip = 0;

  refusal(text: string, budget: Budget): RefusalKind | undefined {
    const token = new RegExp(TOKEN);
    let isOptional = false;
    for (let match = token.exec(text); match; match = token.exec(text)) {
      budget.token();
      const [, hex, name, number, escaped, star, brace, plain = ''] = match;
      const word = name?.toLowerCase();
      if (word && OBJECTS.test(word)) return 'linked';
      if (word === 'bin') this.binary(text, token, Math.max(0, Number(number ?? 0)));
      else if (word) this.control(word, Number(number ?? 1), isOptional);
      else if (brace) this.brace(brace);
      else this.add(hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (escaped ?? plain));
      isOptional = Boolean(star) || (isOptional && !word);
    }
    while (this.groups.length > 0) this.brace('}');
    if (this.isRemoteTemplate) return 'template';
    return this.fields.loads ? 'linked' : undefined;
  }

  /** Skips binary data, which is never text. */
  private binary(text: string, token: RegExp, length: number): void {
    const { lastIndex } = token;
    token.lastIndex += length;
    if (this.group.of?.word === OBJECT)
      this.object += Buffer.from(text.slice(lastIndex, lastIndex + length), 'latin1').toString('hex');
  }

  private brace(brace: string): void {
    this.skip = 0;
    if (brace === '{') {
      this.groups.push(this.group);
      checkOpen(this.groups.length);
    } else {
      const { of } = this.group;
      this.group = this.groups.pop() ?? { spare: 1 };
      if (of && of !== this.group.of) this.leave(of);
    }
  }

  private control(word: string, number: number, isOptional: boolean): void {
    if (word === 'uc') this.group = { ...this.group, spare: number };
    else if (word === 'u') {
      this.skip = 0;
      this.add(String.fromCharCode(number));
      this.skip = this.group.spare;
    } else if (destinationOf(word)) {
      if (word === CODE) this.fields.begin();
      this.group = { ...this.group, of: { word: destinationOf(word) ?? CODE } };
    } else if (isOptional) this.group = { ...this.group, of: undefined };
  }

  private add(text: string): void {
    const { of } = this.group;
    if (!of) return;
    const plain = text.replace(/[\r\n]/g, '');
    const kept = plain.slice(this.skip);
    this.skip -= plain.length - kept.length;
    if (of.word === CODE) this.fields.add(kept);
    else if (of.word === OBJECT) this.object += kept.replace(/[^\da-f]/gi, '');
    else this.template += kept;
  }

  private leave({ word }: Destination): void {
    if (word === CODE) this.fields.end();
    else if (word === OBJECT) {
      this.objects.push(Buffer.from(this.object, 'hex'));
      this.object = '';
    } else {
      this.isRemoteTemplate ||= !LOCAL.test(this.template.trim());
      this.template = '';
    }
  }
}

interface ReadRichText {
  /** Set if it loads or runs something when it is opened. */
  refusal: RefusalKind | undefined;
  /** Embedded objects ([MS-OLEDS] 2.2). */
  objects: readonly Buffer[];
}

/** Reads rich text. Returns `undefined` for other files. */
export function readRichText(bytes: Buffer, budget: Budget): ReadRichText | undefined {
  const start = startOf(bytes);
  if (bytes.toString('latin1', start, start + 4) !== '{\\rt') return undefined;
  const text = new RichText();
  return { refusal: text.refusal(bytes.toString('latin1', start), budget), objects: text.objects };
}
