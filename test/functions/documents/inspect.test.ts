import { afterEach, expect, test, vi } from 'vitest';
import { inspectFile } from '#functions/domain/documents/files/inspect.ts';
import { REFUSALS } from '#shared/rules/refusals.ts';
import { zip } from '../../support/files/archives.ts';
import { EXE, latin1 } from '../../support/files/file-checks.ts';
import { pdf } from '../../support/files/pdfs.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a file is checked in another thread with the same answer', async () => {
  expect(await inspectFile('letter.pdf', pdf())).toEqual({ type: 'application/pdf', preview: true });
  const within = zip([{ name: 'run.exe', content: EXE }]);
  await expect(inspectFile('papers.zip', within)).rejects.toMatchObject({
    status: 400,
    fields: { file: expect.stringMatching(/^A file in this one has the ending “.exe”/) },
  });
});

test('files are checked at once, each with its own answer', async () => {
  const texts = ['a', 'b', 'c'].map((text) => inspectFile(`${text}.txt`, latin1(text)));
  const programs = [1, 2].map((i) => inspectFile(`${i}.pdf`, EXE));
  const answers = await Promise.allSettled([...texts, ...programs]);
  expect(answers.map(({ status }) => status)).toEqual([...texts.map(() => 'fulfilled'), 'rejected', 'rejected']);
});

test('a check that takes too long is ended and the file rejected, and the next file is checked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const late = inspectFile('letter.pdf', pdf());
  vi.advanceTimersByTime(10_000);
  await expect(late).rejects.toThrow(REFUSALS.hidden);
  vi.useRealTimers();
  expect(await inspectFile('letter.pdf', pdf())).toMatchObject({ preview: true });
});
