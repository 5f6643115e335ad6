import type { DocumentRequest } from '#shared/contract/requests.ts';
import { sayShortDayAndMonth, sayTime } from '#shared/rules/say-date.ts';
import { dotted } from '../../lib/text/format.ts';

/** "To sign · opened 3 Dec", "Signed 3 Dec, 14:02", "Will not sign" or "Waived". */
export function saySigning({ state, sign }: Pick<DocumentRequest, 'state' | 'sign'>): string {
  const { seenAt, signedAt } = sign ?? {};
  switch (state) {
    case 'open':
      return dotted(['To sign', seenAt && `opened ${sayShortDayAndMonth(seenAt)}`]);
    case 'submitted':
      return 'Will not sign';
    case 'approved':
      return signedAt ? `Signed ${sayShortDayAndMonth(signedAt)}, ${sayTime(signedAt)}` : 'Signed';
    case 'waived':
      return 'Waived';
  }
}
