import { sayLongDay, sayShortWeekday, sayTime, sayWeekday } from '#shared/rules/say-date.ts';

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** Formats a meeting in London's time: "Fri 4 December 2026, 10:30". Readers elsewhere see which time it is. */
export function formatMeeting(value: string, weekday: 'short' | 'long' = 'short'): string {
  const at = new Date(value);
  const day = `${weekday === 'short' ? sayShortWeekday(at) : sayWeekday(at)} ${sayLongDay(at)}`;
  const time = sayTime(at);
  const isOwn = time === `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
  return `${day}, ${time}${isOwn ? '' : ' (London time)'}`;
}
