import * as z from 'zod/mini';
import { type Kind, kind, none, text } from './kind.ts';

export const messageActions = {
  'message-sent': kind(['notifyAdviser', 'mailClient'], none, () => 'Sent a message', 'both'),
  'client-stuck': kind(
    ['notifyAdviser'],
    z.object({ title: z.optional(text) }),
    ({ title }) => (title ? `Asked for help with “${title}”` : 'Asked for help'),
    'both',
  ),
  'stuck-sorted': kind([], none, () => 'Marked the request for help as resolved', 'both'),
} as const satisfies Record<string, Kind>;
