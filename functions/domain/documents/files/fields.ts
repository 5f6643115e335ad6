import { addressReach, REACH, type Reach } from './addresses.ts';
import { checkOpen } from './budget.ts';

// Fields of Word, in XML and in rich text: "{ INCLUDETEXT "C:\\a.docx" }". One may be within the code of another.

interface Field {
  code: string;
  /** Farthest address in the fields within its code. */
  inner: Reach;
}

const KEYWORD = /^[\s"]*([a-z]+)/i;
const STARTS_PROGRAM = /^DDE(AUTO)?$/i;
const LOADS_TEXT = /^(INCLUDE|INCLUDETEXT|LINK|RD|DATABASE)$/i;
const LOADS_PICTURE = /^(INCLUDEPICTURE|IMPORT)$/i;

/** Collects the codes of fields as a document is read. */
export class Fields {
  /** Set once a field starts a program, or loads something from elsewhere. */
  loads = false;
  // Undefined while a result is read. The last one takes a code without a start.
  private readonly open: (Field | undefined)[] = [{ code: '', inner: REACH.here }];

  begin(): void {
    this.open.push({ code: '', inner: REACH.here });
    checkOpen(this.open.length);
  }

  add(text: string): void {
    const field = this.open.at(-1);
    if (field) field.code += text;
  }

  /** Ends the code of a field. Its result follows, which is what the document shows. */
  endCode(): void {
    if (this.open.length === 1) return;
    const field = this.open.pop();
    this.open.push(undefined);
    if (field) this.settle(field, this.open.at(-2));
  }

  end(): void {
    this.endCode();
    if (this.open.length > 1) this.open.pop();
  }

  /** Ends all fields that are left open. */
  finish(): void {
    while (this.open.length > 1) this.end();
    for (const field of this.open) if (field) this.settle(field, undefined);
  }

  private settle({ code, inner }: Field, outer: Field | undefined): void {
    const reach = Math.max(inner, addressReach(code)) as Reach;
    const keyword = KEYWORD.exec(code)?.[1] ?? '';
    this.loads ||=
      STARTS_PROGRAM.test(keyword) ||
      (LOADS_TEXT.test(keyword) && reach > REACH.here) ||
      (LOADS_PICTURE.test(keyword) && reach > REACH.https);
    if (outer) outer.inner = Math.max(outer.inner, reach) as Reach;
  }
}
