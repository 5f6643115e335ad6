import { deflateRawSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { checkFile } from '#functions/domain/documents/files/check.ts';
import { compound, office, tar, zip } from '../../support/files/archives.ts';
import { EXE, hex, latin1, refuses, refusesName, refusesWithin } from '../../support/files/file-checks.ts';
import { pdf } from '../../support/files/pdfs.ts';

const PDF = pdf();

describe('an archive', () => {
  const MB = 1024 * 1024;
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `${i}.txt`, content: 'x', method: 0 }));

  test('is rejected if it unpacks to more than 100 times its size, regardless of the declared size', async () => {
    const zeros = Buffer.alloc(20 * MB);
    await refuses('bomb')('a.zip', zip([{ name: 'a.txt', content: zeros }]));
    await refuses('bomb')('a.zip', zip([{ name: 'a.txt', content: zeros, declared: 10 }]));
    await refuses('bomb')('a.docx', office('docx', { name: 'word/media/a.bmp', content: zeros }));
    await refuses('bomb')('a.csv.gz', gzipSync(zeros));
    await refuses('bomb')('a.tgz', gzipSync(tar([{ name: 'a.txt', content: zeros }])));
    await refuses('bomb')('photo.jpg', zip([{ name: 'a.txt', content: zeros }]));
  });

  test('is rejected if a nested archive unpacks to too much', async () => {
    const inner = zip([{ name: 'a.txt', content: Buffer.alloc(20 * MB) }]);
    await refuses('bomb')('a.zip', zip([{ name: 'a.zip', content: inner }]));
    await refuses('bomb')(
      'a.zip',
      zip(Array.from({ length: 9 }, (_, i) => ({ name: `${i}`, content: gzipSync(Buffer.alloc(MB)) }))),
    );
  });

  // Each took minutes when the time grew quadratically with the length of the names.
  test('with very long names is inspected quickly', async () => {
    const dots = `${'.'.repeat(4 * MB - 2000)}x`;
    const named = tar([
      { name: 'n', content: dots, type: 'L' },
      { name: 'a.txt', content: 'x' },
    ]);
    expect(await checkFile('a.tar', named)).toMatchObject({ preview: false });
    await refuses('hidden')('a.tar', Buffer.from(named.toString('latin1').replaceAll('.', '\0'), 'latin1'));
    const entries = Array.from({ length: 60 }, (_, i) => ({ name: `${i}${'.'.repeat(60_000)}x`, content: '' }));
    expect(await checkFile('a.zip', zip(entries))).toMatchObject({ preview: false });
  });

  test('is accepted if it unpacks to less than 100 times its size', async () => {
    const lines = Buffer.from(Array.from({ length: 60_000 }, (_, i) => `row ${i * 7919};0;0;0;0;0;0;0;0;0\n`).join(''));
    expect(lines.length / gzipSync(lines).length).toBeGreaterThan(5);
    expect(await checkFile('rows.csv.gz', gzipSync(lines))).toEqual({ type: 'application/gzip', preview: false });
    expect(await checkFile('rows.zip', zip([{ name: 'rows.csv', content: lines }]))).toMatchObject({
      type: 'application/zip',
    });
  });

  test('is accepted with 1,000 files, and rejected with more', async () => {
    expect(await checkFile('a.zip', zip(many(1000)))).toMatchObject({ type: 'application/zip' });
    await refuses('crowded')('a.zip', zip(many(1001)));
    expect(await checkFile('a.tar', tar(many(1000)))).toMatchObject({ type: 'application/x-tar' });
    await refuses('crowded')('a.tar', tar(many(1001)));
  });

  test('is rejected if its files share bytes', async () => {
    const content = Buffer.from(Array.from({ length: 5000 }, (_, i) => i * i).join(' '));
    const sharing = (count: number) =>
      zip(
        many(count).map((file) => ({ ...file, content })),
        { overlapping: true },
      );
    await refuses('bomb')('a.zip', sharing(1000));
    await refuses('bomb')('a.zip', sharing(2));
    expect(await checkFile('a.zip', sharing(1))).toMatchObject({ preview: false });
  });

  test('is rejected if it contains a program, also in a nested archive', async () => {
    const within = /holds a program/;
    const exe = zip([{ name: 'run.exe', content: 'x' }]);
    await refusesWithin(exe, within);
    await refusesWithin(zip([{ name: 'letter.pdf', content: EXE }]), within);
    await refusesWithin(zip([{ name: 'a/b/c.zip', content: exe }]), within);
    await refusesWithin(gzipSync(EXE), within, 'letter.pdf.gz');
    await refusesWithin(gzipSync('x'), within, 'run.exe.gz');
    await refusesWithin(tar([{ name: 'run.sh', content: 'x' }]), within, 'a.tar');
    await refusesWithin(gzipSync(tar([{ name: 'a', content: '#!/bin/sh' }])), within, 'a.tgz');
    await refusesWithin(
      tar([
        { name: 'l', content: 'run.exe\0', type: 'L' },
        { name: 'a.txt', content: 'x' },
      ]),
      within,
    );
    await refusesWithin(
      tar([
        { name: 'x', content: '16 path=run.exe\n', type: 'x' },
        { name: 'a.txt', content: 'x' },
      ]),
      within,
    );
    await refusesWithin(
      tar([
        { name: 'l', content: 'run.exe\0', type: 'L' },
        { name: 'k', content: 'elsewhere\0', type: 'K' },
        { name: 'a.txt', content: 'x' },
      ]),
      within,
    );
  });

  test('is rejected if it is nested too deeply or leaves its folder', async () => {
    let deep: Buffer = Buffer.from('x');
    for (let i = 0; i < 6; i += 1) deep = zip([{ name: 'a.zip', content: deep }]);
    await refuses('hidden')('a.zip', deep);
    await refuses('hidden')('a.zip', zip([{ name: '../a.txt', content: 'x' }]));
  });

  test('is inspected before and after other data, as other programs open it', async () => {
    const exe = zip([{ name: 'x.exe', content: 'x' }]);
    const large = zip([{ name: 'x.exe', content: 'x' }], { zip64: true });
    const more = Buffer.alloc(400, 'a');
    for (const bytes of [
      [more, exe],
      [exe, more],
      [more, large],
      [more, exe, more],
    ])
      await refusesWithin(Buffer.concat(bytes), /holds a program/, 'photo.jpg');
    const kept = Buffer.concat([more, zip([{ name: 'a.txt', content: 'x' }])]);
    expect(await checkFile('a.zip', kept)).toMatchObject({ preview: false });
  });

  test('is inspected if it contains another archive without compression', async () => {
    const [exe, text] = [zip([{ name: 'x.exe', content: 'x' }]), zip([{ name: 'a.txt', content: 'x' }])];
    const both = tar([
      { name: 'x.exe', content: 'x' },
      { name: 'a.zip', content: text },
    ]);
    for (const bytes of [both, gzipSync(both, { level: 0 }), Buffer.concat([gzipSync('x'), hex(''), exe])])
      await refusesWithin(bytes, /holds a program/);
    await refusesWithin(Buffer.concat([PDF, exe, text]), /holds a program/, 'a.pdf');
    await refuses('hidden')('a.pdf', Buffer.concat([PDF, exe.subarray(0, exe.indexOf('PK\x01\x02')), text]));
    expect(await checkFile('a.pdf', Buffer.concat([PDF, text, text]))).toMatchObject({ type: 'application/pdf' });
  });

  test('is rejected if its directory is unreadable', async () => {
    const bytes = zip([{ name: 'x.exe', content: 'x' }]);
    bytes.writeUInt16LE(0xffff, bytes.indexOf('PK\x01\x02') + 28);
    await refuses('hidden')('a.zip', bytes);
  });

  const sevenZip = hex('377abcaf271c0004');
  test.each<[string, Buffer]>([
    ['a.7z', sevenZip],
    ['a.rar', hex('526172211a0700')],
    ['a.xz', hex('fd377a585a00')],
    ['a.bz2', latin1('BZh91AY&SY')],
    ['a.zst', hex('28b52ffd04')],
    ['a.cab', latin1('MSCF\0\0\0\0')],
    ['a.tbz', hex('1f9d90')],
    ['a.z', hex('1fa090')],
  ])('is rejected by its name and by its bytes if it cannot be inspected: %s', async (name, bytes) => {
    await refusesName('archive', name.slice('a.'.length))(name, latin1('x'));
    await refuses('archive')('photo.jpg', bytes);
    await refusesWithin(zip([{ name: 'photo.jpg', content: bytes }]), /holds an archive that cannot be checked/);
  });

  test('is rejected if it has an unknown compression or a password', async () => {
    await refuses('hidden')('a.zip', zip([{ name: 'a.txt', content: 'x', method: 14 }]));
    const locked = zip([{ name: 'a.pdf', content: 'x', encrypted: true }]);
    await refuses('locked')('a.zip', locked);
    await refusesWithin(zip([{ name: 'b.zip', content: locked }]), /has a password/);
  });

  test('is inspected far before the end of a file', async () => {
    const exe = zip([{ name: 'x.exe', content: 'x' }]);
    await refusesWithin(Buffer.concat([exe, Buffer.alloc(70_000)]), /holds a program/);
    await refusesWithin(Buffer.concat([exe, Buffer.alloc(40, 'PK\x05\x06\xff', 'latin1')]), /holds a program/);
    await refuses('hidden')('a.zip', Buffer.concat([exe, Buffer.alloc(5000, 'PK\x05\x06\xff', 'latin1')]));
  });

  const whole = zip([{ name: 'a.txt', content: 'some text' }]);
  const flipped = zip([{ name: 'a.txt', content: deflateRawSync('x'), method: 0 }]);
  flipped.writeUInt16LE(8, flipped.indexOf('PK\x01\x02') + 10);
  flipped.write('\xff\xff\xff', 35, 'latin1');
  const backwards = tar([{ name: 'x', content: '', type: 'L', declared: -512 }]);
  const directory = whole.indexOf('PK\x01\x02');
  test.each<[string, string, Buffer]>([
    ['without its directory', 'a.pdf', whole.subarray(0, directory)],
    ['without its directory, after other data', 'a.bin', Buffer.concat([hex('00'), whole.subarray(0, directory)])],
    ['before an empty directory', 'a.bin', Buffer.concat([hex('00'), whole.subarray(0, directory), zip([])])],
    ['after an archive with a directory that does not list it', 'a.zip', Buffer.concat([whole, whole])],
    [
      'continued after its end',
      'a.tar',
      Buffer.concat([tar([{ name: 'a', content: 'x' }]), tar([{ name: 'x.exe', content: 'x' }])]),
    ],
    ['cut off', 'a.zip', whole.subarray(0, -30)],
    ['reduced to its first bytes', 'a.docx', latin1('PK\x03\x04')],
    ['cut off', 'a.gz', gzipSync('some text').subarray(0, 15)],
    ['with flipped bits', 'a.zip', flipped],
    ['with a negative size', 'a.tar', backwards],
  ])('is rejected if it cannot be listed: %s (%s)', async (_, name, bytes) => refuses('hidden')(name, bytes));

  const mark = latin1('PK\x03\x04');
  test.each<[string, Buffer]>([
    ['contains an archive signature by chance', Buffer.concat([PDF, mark, hex('0014000000ff')])],
    ['repeats an archive signature', Buffer.concat([PDF, Buffer.alloc(4 * MB, mark)])],
    [
      'repeats an archive signature with long names',
      Buffer.concat([PDF, Buffer.alloc(4 * MB, latin1(`PK\x03\x04${'\0'.repeat(22)}\xff\x1f${'a'.repeat(4000)}`))]),
    ],
    [
      'is an old document with fragments of an archive',
      Buffer.concat([compound(['Contents']), whole.subarray(0, directory)]),
    ],
  ])('is not found in a file that %s', async (_, bytes) =>
    expect(await checkFile('file', bytes)).toMatchObject({ type: expect.any(String) }),
  );

  test.each<[string, Buffer]>([
    ['with 64-bit offsets', zip([{ name: 'a.txt', content: 'x' }], { zip64: true })],
    ['from a common tool', Buffer.from(zipSync({ 'a.txt': latin1('x'), 'b/': new Uint8Array(), 'b/c.pdf': PDF }))],
    [
      'of documents and photos',
      zip([
        { name: 'a.docx', content: office('docx') },
        { name: 'b.pdf', content: PDF },
      ]),
    ],
    [
      'with a drawing and a web page',
      zip([
        { name: 'a.svg', content: '<svg/>' },
        { name: 'a.html', content: '<html>' },
      ]),
    ],
    ['without files', zip([])],
  ])('is accepted if it is a ZIP file %s', async (_, bytes) =>
    expect(await checkFile('papers.zip', bytes)).toMatchObject({ preview: false }),
  );
});
