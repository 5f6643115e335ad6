import { expect, test } from 'vitest';
import { CLIENT_FILTERS, type ClientFacts, countClients, journeyLabel, matchesFilter } from '#shared/rules/clients.ts';

const facts = (given: Partial<ClientFacts>): ClientFacts => ({
  status: 'on_target',
  completed: false,
  openAdviserTasks: 0,
  openClientTasks: 0,
  ...given,
});

test.each([
  [facts({}), ['all', 'on-target', 'active']],
  [facts({ status: 'overdue' }), ['all', 'overdue', 'active']],
  [facts({ status: 'urgent', openClientTasks: 2 }), ['all', 'urgent', 'active', 'pending-client']],
  [facts({ status: 'urgent', completed: true }), ['all']],
  [facts({ completed: true, openAdviserTasks: 1 }), ['all', 'pending-adviser']],
])('a client with %j matches the filters %j', (client, filters) => {
  expect(CLIENT_FILTERS.filter((filter) => matchesFilter(client, filter)).sort()).toEqual([...filters].sort());
});

test('dashboard counts agree with the client filters', () => {
  const clients = [
    facts({ openAdviserTasks: 2 }),
    facts({ status: 'urgent', openClientTasks: 3 }),
    facts({ status: 'overdue', completed: true, openClientTasks: 1 }),
  ];
  expect(countClients(clients)).toEqual({
    totalClients: 3,
    urgentClients: 1,
    overdueClients: 0,
    onTargetClients: 1,
    activeJourneys: 2,
    pendingAdviserActions: 2,
    pendingClientActions: 4,
  });
});

test.each([
  [false, 'Initial Setup', 'Initial Setup'],
  [false, 'Courtesy Call', 'Courtesy Call'],
  [true, 'Initial Setup', 'Journey completed'],
  [true, 'Courtesy Call', 'Journey completed'],
])('a journey (completed: %s) at the stage %s has the label %s', (completed, currentStage, label) => {
  expect(journeyLabel({ completed, currentStage })).toBe(label);
});
