import * as z from 'zod/mini';
import { type Kind, kind, none, text } from './kind.ts';

export const messageActions = {
  'message-sent': kind(['notifyAdviser', 'mailClient'], none, () => 'Sent a message', 'both'),
  'help-requested': kind(
    ['notifyAdviser'],
    z.object({ title: z.optional(text) }),
    ({ title }) => (title ? `Asked for help with “${title}”` : 'Asked for help'),
    'both',
  ),
  'help-resolved': kind([], none, () => 'Marked the request for help as resolved', 'both'),
} as const satisfies Record<string, Kind>;
