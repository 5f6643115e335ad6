import type { FullClient } from '#shared/contract/clients.ts';
import type { Stage, StageChange } from '#shared/contract/journey.ts';
import type { Task } from '#shared/contract/tasks.ts';
import { readPages } from '../../lib/pages.ts';
import { change, queryClient, read } from '../../lib/query.ts';
import { optimistic } from './optimistic.ts';

/** A client. */
export const clientQuery = (id: string) => read('GET /api/clients/{id}', { params: { id } });
/** A client's journey: seven stages with their sub-stages. */
export const stagesQuery = (id: string) => read('GET /api/clients/{id}/stages', { params: { id } });
/** A client's documents, newest first. */
export const documentsQuery = (id: string) => read('GET /api/clients/{id}/documents', { params: { id } });
/** A client's tasks. */
export const tasksQuery = (id: string) => read('GET /api/clients/{id}/tasks', { params: { id } });
/** The conversation with a client, oldest first, its newest page at once; reading it marks the client's messages read. */
export const messagesQuery = (id: string) => readPages('GET /api/clients/{id}/messages', 'prev', { params: { id } });
/** The record of a client, newest first, a page at a time. */
export const activityQuery = (id: string) => readPages('GET /api/clients/{id}/activity', 'next', { params: { id } });
/** The plans on a stage; only stage 2.2 has any (product 7). */
export const plansQuery = (stageId: string) => read('GET /api/stages/{stageId}/plans', { params: { stageId } });

const error = (description: string) => ({ title: 'Error', description });

const patchClient = (title: string, description: string, failure: string) =>
  change('PATCH /api/clients/{id}', { success: { title, description }, failure: error(failure) });

/** Changes the name. */
export const renameClient = patchClient(
  'Name Updated',
  'The client name has been updated.',
  'Failed to update client name',
);
/** Changes the internal notes. */
export const saveNotes = patchClient(
  'Description Updated',
  'The client notes have been saved.',
  'Failed to update client description',
);
/** Changes e-mail and phone. */
export const saveContact = patchClient(
  'Contact Information Updated',
  'The contact information has been updated.',
  'Failed to update contact information',
);
/** Changes the addresses of the external tools. */
export const saveLinks = patchClient(
  'External Tool Links Updated',
  'The external tool links have been updated.',
  'Failed to update external tool links',
);
/** Completes the journey. */
export const completeClient = patchClient(
  'Client Completed',
  'Client journey has been marked as completed',
  'Failed to complete client',
);
/** Takes completion back. */
export const reopenClient = patchClient(
  'Client Reopened',
  'Client journey has been reopened',
  'Failed to reopen client',
);

/** Sets the status; the header changes its colour at once. */
export const setClientStatus = (id: string) =>
  optimistic(
    patchClient('Status Updated', 'The client status has been updated.', 'Failed to update client status'),
    clientQuery(id),
    (client: FullClient, body) => ({ ...client, ...body }),
  );

/** Reads the token of the portal link, which the client's record notes each time (contract, activity). */
export const revealToken = change('GET /api/clients/{id}/token', { failure: error('Portal link not available') });

/** Mails the portal link to the client. */
export const emailPortalLink = (email: string) =>
  change('POST /api/clients/{id}/send-portal-link', {
    success: { title: 'Email Sent', description: `The portal link has been sent to ${email}.` },
    failure: error('Failed to send portal link email'),
  });

const withStage = (stages: Stage[], id: string, change: StageChange): Stage[] =>
  stages.map((stage) => ({
    ...stage,
    ...(stage.id === id && change),
    subStages: withStage(stage.subStages, id, change),
  }));

/** Sets a stage's status or whether it is required. */
export const patchStage = (clientId: string) =>
  optimistic(
    change('PATCH /api/stages/{stageId}', {
      success: { title: 'Stage Updated', description: 'The stage has been updated.' },
      failure: error('Failed to update stage'),
    }),
    stagesQuery(clientId),
    (stages: Stage[], body, { params }) => withStage(stages, params.stageId, body),
  );

/** Sets every stage back to pending. */
export const resetJourney = change('POST /api/clients/{id}/stages/reset', {
  success: { title: 'Journey Reset', description: 'All stages are pending again. Documents have been kept.' },
  failure: error('Failed to reset journey'),
});

/** Adds a plan; a failure leaves the form as it is and says nothing (product 8). */
export const addPlan = change('POST /api/stages/{stageId}/plans', {
  success: { title: 'Plan Added' },
});
/** Deletes a plan; a failure says nothing (product 8). */
export const deletePlan = change('DELETE /api/plans/{id}', {
  success: { title: 'Plan Deleted' },
});

/** Assigns a task. */
export const createTask = change('POST /api/clients/{id}/tasks', {
  success: { title: 'Task Created', description: 'The task has been assigned.' },
  failure: error('Failed to create task'),
});
/** Changes a task. */
export const patchTask = (clientId: string) =>
  optimistic(
    change('PATCH /api/tasks/{id}', {
      success: { title: 'Task Updated', description: 'The task has been updated.' },
      failure: error('Failed to update task'),
    }),
    tasksQuery(clientId),
    (tasks: Task[], body, { params }) => tasks.map((task) => (task.id === params.id ? { ...task, ...body } : task)),
  );
/** Deletes a task. */
export const deleteTask = change('DELETE /api/tasks/{id}', {
  success: { title: 'Task Deleted', description: 'The task has been deleted.' },
  failure: error('Failed to delete task'),
});

/** Sends a message to the client. */
export const sendMessage = change('POST /api/clients/{id}/messages', {
  success: { title: 'Message Sent' },
  failure: error('Failed to send message'),
});

/** Reads everything on the client's page anew. */
export const refreshAll = (clientId: string) => queryClient.invalidateQueries({ queryKey: ['/api/clients', clientId] });
