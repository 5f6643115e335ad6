import type { Certificate } from '#functions/domain/signing/last-page.ts';
import type { Mark } from '#functions/domain/signing/mark.ts';

export const CERTIFICATE: Certificate = {
  firm: 'Marlowe & Finch Financial Planning',
  fileName: 'Client agreement.pdf',
  pages: 1,
  sha256: 'a3f5'.repeat(16),
  signer: 'Łukasz Müller-O’Brien',
  person: 'Łukasz Müller-O’Brien',
  address: 'l***z@client.example',
  askedAt: '2026-07-01T09:15:12.000Z',
  askedBy: 'Ann Adviser',
  readAt: '2026-07-02T12:01:00.000Z',
  codeAt: '2026-07-03T23:01:30.000Z',
  signedAt: '2026-07-03T23:02:07.000Z',
  device: 'Safari on iPhone',
  network: '192.0.2.44',
  consent: 'I have read this document, and I intend what I put here to have the same effect as my signature on paper.',
  evidenceId: '01JE8Z5C9N',
};

/** A square with a hole. */
export const MARK: Mark = {
  width: 16,
  height: 16,
  bits: Buffer.from(Array.from({ length: 16 }, (_, y) => (y > 3 && y < 12 ? [0xf0, 0x0f] : [0xff, 0xff])).flat()),
};
