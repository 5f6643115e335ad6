import { expect, test } from 'vitest';
import { asPages } from '../../web/src/parts/upload/page-names.ts';

const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
const letter = new File(['x'], 'Letter.pdf', { type: 'application/pdf' });
const namesOf = (files: File[]) => files.map(({ name }) => name);

test('photos chosen together become numbered pages, and other files keep their names', () => {
  const files = [photo('IMG_1.jpg'), letter, photo('IMG_2.JPG')];
  expect(namesOf(asPages(files, 'Payslip', 0, false))).toEqual([
    'Payslip – page 1 of 2.jpg',
    'Letter.pdf',
    'Payslip – page 2 of 2.JPG',
  ]);
});

test('photos taken one after the other are numbered', () => {
  expect(namesOf(asPages([photo('image.jpg')], 'Payslip', 0, true))).toEqual(['Payslip – page 1.jpg']);
  expect(namesOf(asPages([photo('image.jpg')], 'Payslip', 3, true))).toEqual(['Payslip – page 4.jpg']);
});

test('a single file and files without a task keep their names', () => {
  expect(namesOf(asPages([photo('Passport.jpg')], 'Passport', 0, false))).toEqual(['Passport.jpg']);
  expect(namesOf(asPages([photo('1.jpg'), photo('2.jpg')], undefined, 0, false))).toEqual(['1.jpg', '2.jpg']);
});

test('a slash in a task’s title is replaced in the file name', () => {
  expect(namesOf(asPages([photo('1.jpg')], 'ID / address', 0, true))).toEqual(['ID - address – page 1.jpg']);
});
