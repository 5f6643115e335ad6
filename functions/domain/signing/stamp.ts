import {
  concatTransformationMatrix,
  drawObject,
  ParseSpeeds,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFPage,
  PDFRef,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
  setFillingRgbColor,
} from '@cantoo/pdf-lib';
import { pdfOf } from '../documents/files/pdf.ts';
import { isDictionary, isReference, type Value } from '../documents/files/pdf-objects.ts';
import { type Certificate, drawCertificate, MARK_BOX, PAGE } from './last-page.ts';
import type { Mark } from './mark.ts';
import { hasOnlyOneMorePage, pageTreeOf } from './pdf-pages.ts';
import { MAX_OBJECT, sectionsOf } from './pdf-sections.ts';

/** A mark whose bits may have crossed from another thread. */
export type Picture = Omit<Mark, 'bits'> & { bits: Uint8Array };

/** Returns the highest number that any copy of an object has or refers to. */
function highestNumber(bytes: Buffer): number {
  const { values } = pdfOf(bytes).objects;
  const left: Value[] = [...values.values()].flat();
  let highest = 0;
  for (const number of values.keys()) highest = Math.max(highest, number);
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (Array.isArray(value)) for (const item of value) left.push(item);
    else if (isReference(value)) highest = Math.max(highest, value.object);
    else if (isDictionary(value)) for (const [, item] of value.pairs) left.push(item);
  }
  return highest;
}

/** Draws the mark in its box, as large as its proportions allow. */
function drawMark(page: PDFPage, mark: Picture): void {
  const { context } = page.doc;
  // Set bits are ink. A mask has no colours, so no reader of pictures is needed.
  const picture = context.flateStream(mark.bits, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: mark.width,
    Height: mark.height,
    ImageMask: true,
    BitsPerComponent: 1,
    Decode: [1, 0],
  });
  const scale = Math.min(MARK_BOX.width / mark.width, MARK_BOX.height / mark.height);
  const [width, height] = [mark.width * scale, mark.height * scale];
  const name = page.node.newXObject('Mark', context.register(picture));
  page.pushOperators(
    pushGraphicsState(),
    setFillingRgbColor(0.05, 0.09, 0.3),
    concatTransformationMatrix(width, 0, 0, height, MARK_BOX.x, MARK_BOX.y + (MARK_BOX.height - height) / 2),
    drawObject(name),
    popGraphicsState(),
  );
}

/** Makes a page that inherits nothing from the tree. */
function newPage(doc: PDFDocument, parent: PDFRef): PDFPage {
  const page = PDFPage.create(doc);
  const box = doc.context.obj([0, 0, PAGE.width, PAGE.height]);
  page.node.set(PDFName.MediaBox, box);
  page.node.set(PDFName.CropBox, box);
  page.node.set(PDFName.Rotate, PDFNumber.of(0));
  page.node.setParent(parent);
  return page;
}

/**
 * Adds a last page with the mark to a PDF, as an incremental update. Throws if the PDF cannot be read, or if the result
 * would show anything else than the same pages and one more.
 */
export async function stamped(bytes: Buffer, certificate: Certificate, mark: Picture): Promise<Buffer> {
  const before = sectionsOf(bytes);
  const { root, list, pages } = pageTreeOf(before);
  const highest = highestNumber(bytes);
  if (highest > MAX_OBJECT) throw new Error('too high a number');

  const doc = await PDFDocument.load(bytes, {
    forIncrementalUpdate: true,
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
  });
  // A reference to a missing object must not find one of ours.
  doc.context.largestObjectNumber = Math.max(doc.context.largestObjectNumber, highest);
  // A second snapshot, because the first one would also write the catalogue.
  const changes = doc.takeSnapshot();
  const [tree, parent] = [doc.catalog.Pages(), doc.catalog.get(PDFName.of('Pages'))];
  if (!(parent instanceof PDFRef)) throw new Error('not a reference');
  const page = newPage(doc, parent);
  tree.Kids().push(page.ref);
  tree.set(PDFName.of('Count'), PDFNumber.of(pages.length + 1));
  changes.markRefsForSave([PDFRef.of(root), PDFRef.of(list)]);

  const plain = doc.embedStandardFont(StandardFonts.Helvetica);
  const bold = doc.embedStandardFont(StandardFonts.HelveticaBold);
  drawCertificate(page, certificate, { plain, bold });
  drawMark(page, mark);

  // Sections of two kinds in one file are read differently.
  const added = await doc.saveIncremental(changes, { useObjectStreams: before.isStream });
  const result = Buffer.concat([bytes, added]);
  if (!hasOnlyOneMorePage(before, sectionsOf(result))) throw new Error('other pages');
  const read = await PDFDocument.load(result, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
  if (read.getPageCount() !== pages.length + 1) throw new Error('another count of pages');
  return result;
}
