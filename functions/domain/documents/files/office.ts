import type { RefusalKind } from '#shared/rules/refusals.ts';
import { addressReach, LOCAL, REACH } from './addresses.ts';
import type { Budget } from './budget.ts';
import { Fields } from './fields.ts';
import { startOf, textOf } from './text.ts';
import { attributesOf, readXml, type Tag } from './xml.ts';

// Finds anything that an Office document loads or runs when it opens. Hyperlinks are allowed, as they need a click.
// Reads all XML alike: it may be a part of any name, or a whole document (.fodt, flat OPC, Word 2003).

function refusalOfRelationship(tag: Tag, budget: Budget): RefusalKind | undefined {
  const { type = '', target = '', targetmode = '' } = attributesOf(tag, budget);
  const isTemplate = /attachedTemplate$/i.test(type);
  if (LOCAL.test(target) || !(/^external$/i.test(targetmode) || isTemplate)) return undefined;
  if (isTemplate) return 'template';
  const isFree = /hyperlink$/i.test(type) || (/image$/i.test(type) && /^https:\/\//i.test(target));
  return isFree ? undefined : 'linked';
}

// ddeLink is of Excel, the others are of OpenDocument.
const DDE = /^(ddelink|dde-source|dde-link|dde-connection|dde-connection-decl)$/;

// Entities that a document declares could stand for any of this. No program writes them into one.
const OFFICE = /^(package|worddocument|workbook|document(-\w+)?)$/;

const OPEN_DOCUMENT = /^document(-content|-styles|-meta|-settings)?$/;
const CLICKED = /^(a|button|form|area-\w+|event|event-listener)$/;
const DDE_FORMULA = /\bDDE\s*\(/i;

/** Returns why an element of OpenDocument is refused: it refers to elsewhere and is no link, or takes a value by DDE. */
function refusalOfReference(tag: Tag, budget: Budget): RefusalKind | undefined {
  // Most elements of a table are cells without either.
  if (!/href|formula/i.test(tag.attributes)) return undefined;
  const { href = '', formula = '' } = attributesOf(tag, budget);
  if (DDE_FORMULA.test(formula)) return 'linked';
  const reach = addressReach(href);
  if (CLICKED.test(tag.name) || reach === REACH.here) return undefined;
  if (tag.name === 'template') return 'template';
  return reach === REACH.https && tag.name.endsWith('image') ? undefined : 'linked';
}

/** Passes on the codes of fields, which Word splits at will. Returns true while the text is one. */
function readField(tag: Tag, fields: Fields, budget: Budget): boolean {
  if (tag.name === 'instrtext') return true;
  if (tag.name === 'fldsimple') {
    fields.begin();
    fields.add(attributesOf(tag, budget).instr ?? '');
    fields.end();
  } else if (tag.name === 'fldchar') {
    const { fldchartype } = attributesOf(tag, budget);
    if (fldchartype === 'begin') fields.begin();
    if (fldchartype === 'separate') fields.endCode();
    if (fldchartype === 'end') fields.end();
  }
  return false;
}

// Names cannot be escaped. Without these, a large table need not be read: 30 MB take seconds.
const WORDS = /instrText|fldSimple|ddeLink|<!ENTITY|dde-|Relationship|href|formula\s*=/i;

/** Returns why XML is refused: it is of an Office document that loads or runs something when it is opened. */
export function refusalOfXml(bytes: Buffer, budget: Budget): RefusalKind | undefined {
  if (bytes[startOf(bytes)] !== 0x3c) return undefined;
  const xml = textOf(bytes);
  if (!WORDS.test(xml)) return undefined;
  const fields = new Fields();
  let isCode = false;
  let hasEntities = false;
  let root: string | undefined;
  for (const piece of readXml(xml, budget)) {
    if (typeof piece === 'string') {
      if (isCode) fields.add(piece);
      continue;
    }
    if (piece.name === '!entity') hasEntities = true;
    else if (!piece.name.startsWith('!')) root ??= piece.name;
    isCode = readField(piece, fields, budget);
    const refusal =
      (piece.name === 'relationship' && refusalOfRelationship(piece, budget)) ||
      (DDE.test(piece.name) && 'linked') ||
      (hasEntities && OFFICE.test(root ?? '') && 'linked') ||
      (OPEN_DOCUMENT.test(root ?? '') && refusalOfReference(piece, budget));
    if (refusal) return refusal;
  }
  fields.finish();
  return fields.loads ? 'linked' : undefined;
}
