import { clientCalls } from '#shared/contract/clients.ts';
import { figuresCalls } from '#shared/contract/figures.ts';
import { stuckCalls } from '#shared/contract/stuck.ts';
import { todayCalls } from '#shared/contract/today.ts';
import { clientStats, ownCounts } from '../domain/clients/client-counts.ts';
import { figuresFor } from '../domain/figures/figures.ts';
import { calendarOf } from '../domain/loas/loa.ts';
import { workRows } from '../domain/open-work/open-work.ts';
import { stuckClients } from '../domain/stuck/stuck.ts';
import { ownWork, todayOf } from '../domain/today/today.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';

export const handler = lambda(
  'dashboard',
  { ...clientCalls, ...figuresCalls, ...stuckCalls, ...todayCalls },
  {
    'GET /api/dashboard/stats': prepared(ownCounts, async ({ actor }, own) => clientStats(actor, own)),

    'GET /api/today': prepared(
      ({ adviserId }) => ownWork(adviserId),
      async ({ actor, query, settings, now }, own) => todayOf(actor, own, query, calendarOf(now, settings)),
    ),

    'GET /api/insight':
      () =>
      async ({ actor, query, settings, now }) =>
        figuresFor(actor, query, settings, now),

    'GET /api/insight/stuck': prepared(
      async ({ adviserId }) => (adviserId === undefined ? [] : workRows(adviserId)),
      async ({ actor, query, settings, now }, own) => stuckClients(actor, own, query, settings, now),
    ),
  },
);
