import { describe, expect, test } from 'vitest';
import { mayHoldPlace, stripMetadata } from '../../web/src/parts/upload/photo-metadata.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)));
const text = (of: Uint8Array | undefined) => Buffer.from(of ?? []).toString('latin1');

const PLACE = 'Lat:51.5074';
/** A TIFF block with a rotated picture, and a location of 11 characters after its IFD. */
const TIFF = bytes(
  'MM\0*',
  [0, 0, 0, 8, 0, 2],
  [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0],
  [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38],
  [0, 0, 0, 0],
  [0, 1, 0, 2, 0, 2, 0, 0, 0, 11, 0, 0, 0, 56, 0, 0, 0, 0],
  PLACE,
);
const EXIF = text(bytes('Exif\0\0', [...TIFF]));
const segment = (code: number, content: string) => bytes([0xff, code, 0, content.length + 2], content);
const chunk = (name: string, content: string) => bytes([0, 0, 0, content.length], name, content, 'sum!');
const heic = (content: string) => bytes([0, 0, 0, 16], 'ftypheic\0\0\0\0', content);
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const riff = (name: string, content: string) => bytes(name, [content.length, 0, 0, 0], content);

describe('stripMetadata', () => {
  const profile = segment(0xe2, 'ICC_PROFILE\0profile');
  const table = segment(0xdb, 'table');
  const scan = bytes([...segment(0xda, 'scan')], [0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]);
  const jpeg = bytes(
    [0xff, 0xd8],
    [...segment(0xe1, EXIF), ...segment(0xe1, `xmp ${PLACE}`), ...profile, ...segment(0xed, `iptc ${PLACE}`)],
    [...table, ...scan, 0xff, 0xd9],
    `a second picture with its own ${EXIF}`,
  );

  test('keeps only picture, profile and orientation of a JPEG', () => {
    const sent = stripMetadata(jpeg);
    expect(text(sent)).not.toContain('Lat');
    expect(sent?.subarray(2, 38)).toEqual(
      bytes(
        [0xff, 0xe1, 0, 34],
        'Exif\0\0MM\0*',
        [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
      ),
    );
    expect(sent?.subarray(38)).toEqual(bytes([...profile, ...table, ...scan, 0xff, 0xd9]));
    expect(stripMetadata(sent ?? jpeg)).toEqual(sent);
  });

  test('removes Exif and text from a PNG', () => {
    const start = bytes('\x89PNG\r\n\x1a\n', [...chunk('IHDR', 'head')]);
    const end = bytes([...chunk('IDAT', 'pixels'), ...chunk('IEND', '')]);
    const png = bytes([...start, ...chunk('eXIf', text(TIFF)), ...chunk('iTXt', PLACE), ...end]);
    expect(stripMetadata(png)).toEqual(bytes([...start, ...end]));
  });

  test('removes Exif and XMP from a WebP and updates its header', () => {
    const head = riff('VP8X', '\x0cabcdefghi');
    const picture = riff('VP8 ', 'pixels');
    const parts = [...head, ...picture, ...riff('EXIF', text(TIFF)), 0, ...riff('XMP ', PLACE), 0];
    const webp = bytes('RIFF', [parts.length + 4, 0, 0, 0], 'WEBP', parts, `behind the end ${PLACE}`);
    const sent = stripMetadata(webp);
    expect(sent).toEqual(bytes('RIFF', [36, 0, 0, 0], 'WEBP', [...riff('VP8X', '\0abcdefghi'), ...picture]));
  });

  test('finds the location in a JPEG with fill bytes and stray bytes', () => {
    const odd = bytes(
      [0xff, 0xd8, 0xff, 0xd8, 0xff, 0xff],
      [...segment(0xe1, EXIF)],
      [0x00, 0xff, 0x00],
      [...jpeg.subarray(2)],
    );
    expect(stripMetadata(odd)).toEqual(stripMetadata(jpeg));
  });

  test('removes text from a PNG truncated after its first pixels', () => {
    const picture = bytes('\x89PNG\r\n\x1a\n', [...chunk('IHDR', 'head'), ...chunk('IDAT', 'pixels')]);
    expect(stripMetadata(bytes([...picture, ...chunk('tEXt', PLACE)]))).toEqual(picture);
    expect(stripMetadata(bytes([...picture, ...chunk('tEXt', PLACE).subarray(0, -9)]))).toEqual(picture);
  });

  test('removes data after the end of a PNG', () => {
    const png = bytes('\x89PNG\r\n\x1a\n', [...chunk('IHDR', 'head'), ...chunk('IEND', '')]);
    expect(stripMetadata(bytes([...png], text(TIFF)))).toEqual(png);
  });

  test.each([
    ['an AVIF with an unnamed TIFF block', bytes([0, 0, 0, 16], 'ftypavif\0\0\0\0', [0, 0, 0, 0], text(TIFF))],
    ['a HEIC with XMP', heic(`<x:xmpmeta a="b">${PLACE}</x:xmpmeta>pixels`)],
    ['a HEIC with XMP of another prefix', heic(`<a:xmpmeta\n>${PLACE}</a:xmpmeta>pixels`)],
    ['a HEIC with bare RDF', heic(`<rdf:RDF xmlns:rdf="${RDF}">${PLACE}</rdf:RDF>pixels`)],
    ['a HEIC with RDF of another prefix', heic(`<r:RDF xmlns:r="${RDF}">${PLACE}</r:RDF>pixels`)],
    ['a TIFF', bytes([...TIFF])],
    ['a GIF with XMP', bytes(`GIF89a<x:xmpmeta>${PLACE}</x:xmpmeta>`)],
  ])('removes the location and keeps the length of %s', (_, photo) => {
    const sent = stripMetadata(photo);
    expect(text(sent)).not.toContain(PLACE);
    expect(sent).toHaveLength(photo.length);
  });

  test('replaces the location in a HEIC with zeros, because other parts are found by their offset', () => {
    const photo = heic(`\0\0\0\x06${EXIF}pixels`);
    const sent = stripMetadata(photo);
    expect(sent).toHaveLength(photo.length);
    expect(text(sent)).not.toContain('Lat');
    expect(text(sent)).toMatch(/pixels$/);
  });

  test.each([
    ['plain text', bytes('Not a photo'), false],
    ['plain text with Exif', bytes(EXIF), true],
    ['a JPEG truncated in a segment', jpeg.subarray(0, 3), true],
    ['a JPEG truncated after its comment', bytes([0xff, 0xd8], [...segment(0xfe, PLACE)]), true],
    ['a PNG with a chunk longer than the file', bytes('\x89PNG\r\n\x1a\n', [0xff, 0xff]), true],
    ['a PNG truncated before its pixels', bytes('\x89PNG\r\n\x1a\n', [...chunk('tEXt', PLACE)]), true],
    ['a JPEG without a picture', bytes([0xff, 0xd8], [...segment(0xe1, EXIF)], [0xff, 0xd9]), true],
    ['a HEIC with unterminated XMP', heic(`<x:xmpmeta>${PLACE}`), true],
    ['a HEIC with unusual RDF', heic(`<x xmlns="${RDF}">${PLACE}</x>`), true],
    ['a BigTIFF', bytes('II+\0', PLACE), true],
    ['a BigTIFF of the other byte order', bytes('MM\0+', PLACE), true],
  ])('reports %s as unreadable, and requests confirmation only if it may contain a location', (_, file, isAsked) => {
    expect(stripMetadata(file)).toBeUndefined();
    expect(mayHoldPlace(file)).toBe(isAsked);
  });
});
