import type { FullClient } from '#shared/contract/clients.ts';

/** Returns the number of lines that the next line takes on a phone, as far as the client's own read says. */
function linesOnPhone(client: FullClient) {
  const ofAdviser = [client.unread, client.openAdviserTasks, client.requestsToReview].filter(
    (count) => count > 0,
  ).length;
  const isClientAsked = client.openClientTasks + client.openRequests > 0;
  const lines = ofAdviser + Number(client.stuckSince !== null) + Number(isClientAsked) + client.openLoas;
  return Math.max(2, lines);
}

/** Returns the height to reserve for the next line, whose reads arrive later, so that what is below stays in place. */
export const nextHeight = (client: FullClient) => ({ base: `${linesOnPhone(client) * 1.5 - 0.25}rem`, md: '6' });
