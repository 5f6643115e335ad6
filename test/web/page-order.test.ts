import { expect, test } from 'vitest';
import { inPageOrder } from '../../web/src/parts/upload/photos/page-order.ts';

const namesOf = (files: readonly (string | [name: string, at: number])[]) =>
  inPageOrder(
    files.map((file) => {
      const [name, lastModified] = typeof file === 'string' ? [file, 0] : file;
      return new File([], name, { lastModified });
    }),
  ).map(({ name, lastModified }) => (lastModified ? `${name} ${lastModified}` : name));

test.each([
  ['a counter', ['IMG_0010.jpg', 'IMG_0002.jpg', 'IMG_0001.jpg'], ['IMG_0001.jpg', 'IMG_0002.jpg', 'IMG_0010.jpg']],
  ['a counter without zeros', ['page-10.png', 'page-9.png'], ['page-9.png', 'page-10.png']],
  ['other endings', ['IMG_3.HEIC', 'IMG_2.jpg'], ['IMG_2.jpg', 'IMG_3.HEIC']],
  ['day and time', ['20261129_101500.jpg', '20261128_235959.jpg'], ['20261128_235959.jpg', '20261129_101500.jpg']],
])('photos whose names differ in their numbers alone are ordered by them: %s', (_, given, pages) => {
  expect(namesOf(given)).toEqual(pages);
});

test('photos of one name are ordered by their times, and without times stay as handed over', () => {
  expect(
    namesOf([
      ['image.jpg', 9],
      ['image.jpg', 3],
      ['image.jpg', 5],
    ]),
  ).toEqual(['image.jpg 3', 'image.jpg 5', 'image.jpg 9']);
});

test('photos with names of their own stay as handed over', () => {
  expect(
    namesOf([
      ['front.jpg', 9],
      ['back.jpg', 3],
      ['IMG_1.jpg', 5],
    ]),
  ).toEqual(['front.jpg 9', 'back.jpg 3', 'IMG_1.jpg 5']);
});
