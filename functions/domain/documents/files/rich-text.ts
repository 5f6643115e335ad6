import { LOCAL } from './addresses.ts';
import { type Budget, checkOpen } from './budget.ts';
import { Fields } from './fields.ts';
import type { RefusalKind } from './refusals.ts';
import { startOf } from './text.ts';

// Finds anything that rich text (RTF) loads or runs when it opens. Groups, escapes and line breaks may split any word.

// An escaped byte, a control word with its number, an escaped character or another control, a brace, text.
const TOKEN = /\\'([0-9a-f]{2})|\\([a-z]+)(-?\d{1,10})? ?|\\(?:([\\{}])|(\*)|[^a-z])|([{}])|([^\\{}]+)/gi;
const OBJECTS = /^(objupdate|objautlink|objlink)$/;
const CODE = 'fldinst';
const TEMPLATE = 'template';

/** Purpose of the text in a group and in its inner groups. */
interface Destination {
  word: typeof CODE | typeof TEMPLATE;
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
  private template = '';
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
      // Binary data is never text.
      if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0));
      else if (word) this.control(word, Number(number ?? 1), isOptional);
      else if (brace) this.brace(brace);
      else this.add(hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (escaped ?? plain));
      isOptional = Boolean(star) || (isOptional && !word);
    }
    while (this.groups.length > 0) this.brace('}');
    if (this.isRemoteTemplate) return 'template';
    return this.fields.loads ? 'linked' : undefined;
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
    } else if (word === CODE || word === TEMPLATE) {
      if (word === CODE) this.fields.begin();
      this.group = { ...this.group, of: { word } };
    } else if (isOptional) this.group = { ...this.group, of: undefined };
  }

  private add(text: string): void {
    const { of } = this.group;
    if (!of) return;
    const plain = text.replace(/[\r\n]/g, '');
    const kept = plain.slice(this.skip);
    this.skip -= plain.length - kept.length;
    if (of.word === CODE) this.fields.add(kept);
    else this.template += kept;
  }

  private leave({ word }: Destination): void {
    if (word === CODE) this.fields.end();
    else {
      this.isRemoteTemplate ||= !LOCAL.test(this.template.trim());
      this.template = '';
    }
  }
}

/** Returns why a file is refused if it is rich text that loads or runs something when it is opened. */
export function refusalOfRichText(bytes: Buffer, budget: Budget): RefusalKind | undefined {
  const start = startOf(bytes);
  if (bytes.toString('latin1', start, start + 4) !== '{\\rt') return undefined;
  return new RichText().refusal(bytes.toString('latin1', start), budget);
}
