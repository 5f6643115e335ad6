import { useQuery } from '@tanstack/react-query';
import { londonParts } from '#shared/rules/london.ts';
import { DAYS_TO_ANSWER } from '#shared/rules/requests.ts';
import { workingDaysLater } from '#shared/rules/working-days.ts';
import { settingsQuery } from '../settings.ts';

/** Returns the due date that new requests get unless another one is chosen. */
export function useProposedDue(): string {
  const { data: settings } = useQuery(settingsQuery);
  const days = settings?.documents.answerDays ?? DAYS_TO_ANSWER;
  return workingDaysLater(londonParts(new Date()).date, days, settings?.firm.closedDays ?? []);
}
