import type { CallName } from '#shared/contract/api.ts';
import { type ClientDesk, login, quietSince } from '../../support/acts.ts';
import { newAdmin, newAdviser, PASSWORD, type Person, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';
import { worksWith } from '../../support/people/colleagues.ts';
import { appFor, passkeyFor, recoveryFor } from '../../support/people/factors.ts';
import { newPerson } from '../../support/people/persons.ts';
import { WINDOWS } from '../../support/people/user-agents.ts';
import { ask, decide, handedIn } from '../../support/requests.ts';
import { askForSignature, documentToSign } from '../../support/signing.ts';

interface People {
  adviser: Person;
  client: ClientDesk;
}

/** A dialog, or without `opener` a form or a button of the page. */
interface Change {
  /** Creates what the page must show. */
  given?: (people: People) => Promise<unknown>;
  /** Button that is pressed first, such as one that unfolds a stage. */
  first?: string;
  opener?: string;
  /** Choice in the menu or list of the opener. */
  item?: string;
  /** Button in the dialog of the opener that opens this dialog. */
  within?: string;
  /** Typed text or chosen option by label. A dialog without fields is a confirmation. */
  fields?: Record<string, string>;
  submit: string;
  busy: string;
  /** Set if the submit button is disabled until the fields are filled in. */
  needs?: boolean;
  /** Set if reloads keep the input, and Escape shows a question before it discards the input. */
  draft?: boolean;
  call: CallName;
  /** Toast; undefined if it takes more than this form to succeed. */
  success?: string | readonly [title: string, description: string];
  /** Description of the toast “Error”, or the toast; undefined if a failure shows no toast. */
  failure?: string | readonly [title: string, description?: string];
  /** Text that the page shows afterwards. */
  shows?: string;
  /** Region that has the focus afterwards, as the row is gone; false if another element has it. */
  focus?: string | false;
  /** Page that follows. */
  leadsTo?: string;
  /** Act of a colleague on the subject of the open dialog, and the sentence that the dialog then shows. */
  overtaken?: readonly [act: (people: People) => Promise<unknown>, says: string];
  /** Submit button and toast of an overtaken dialog that can still be sent. */
  again?: readonly [submit: string, success: string];
}

interface Place {
  signedIn?: 'adviser' | 'admin';
  address: (client: ClientDesk) => string;
  /** Changes by the title of the dialog or the name of the button. */
  changes: Record<string, Change>;
}

const addTask = ({ client }: People) => client.addTask({ responsibility: 'adviser' });
const addPasskey = ({ adviser }: People) => passkeyFor(adviser.id);
const requestAddress = ({ adviser }: People) =>
  adviser.call('PATCH /api/account', { body: { email: 'ruth@new.example' } });
const coverByKofi = async ({ adviser }: People) =>
  adviser.call('PATCH /api/account/cover', {
    body: { colleagueId: (await newAdviser('Kofi Mensah')).id, from: inDays(0), until: inDays(13) },
  });

async function worksWithOla({ adviser }: People) {
  await newAdviser('Jo Lund');
  await worksWith(await newAdmin(), adviser, await newAdviser('Ola Berg'));
}

const addApp = ({ adviser }: People) => appFor(adviser.id);

/** Moves her client to a colleague first, as an account with clients cannot be deleted. */
async function removeRuth({ adviser, client }: People) {
  const { id: adviserId } = await newAdviser('Kofi Mensah');
  const admin = await newAdmin();
  await admin.call('PATCH /api/clients/{id}', { params: { id: client.id }, body: { adviserId } });
  await admin.call('DELETE /api/advisers/{id}', { params: { id: adviser.id } });
}

const letters = ({ adviser, client }: People) => lettersOf(adviser, client.id);
const bookMeeting = ({ client }: People) => client.setStage('1.1', { bookedFor: '2026-12-04T10:30:00Z' });
const addAviva = (people: People) => letters(people).addPlan('Aviva', 'AV-1');
const letterToSend = async (people: People) => letters(people).note([await addAviva(people)]);
const letterSent = async (people: People) =>
  letters(people).note([await addAviva(people)], { sent: { on: inDays(-16), how: 'post' } });

/** Leaves two providers without letters under way, so that one remains. */
async function letterEnded(people: People) {
  for (const name of ['Aviva', 'Zurich']) {
    const { step, made } = letters(people);
    await step(await made(name), 'closed');
  }
}

const askForP60 = ({ client }: People) => ask(client, 'P60');
async function waitForP60(people: People) {
  await askForP60(people);
  await quietSince(people.client, inDays(-30));
}
const handInP60 = ({ client }: People) => handedIn(client, 'P60', ['p60.txt']);

async function pauseReminders(people: People) {
  await askForP60(people);
  await people.client.by('PATCH /api/clients/{id}/reminders', { body: { pausedUntil: inDays(23) } });
}

async function removePlan({ adviser, client }: People) {
  const stageId = `${client.id}.2.2`;
  const [plan] = (await adviser.call('GET /api/stages/{stageId}/plans', { params: { stageId } })).body;
  return adviser.call('DELETE /api/plans/{id}', { params: { id: plan.id } });
}
async function closeLetter({ adviser, client }: People) {
  const [{ id, version }] = await client.read('GET /api/clients/{id}/loas');
  return adviser.call('POST /api/loas/{id}/steps', { params: { id }, body: { version, step: 'closed' } });
}
async function removeTask({ client }: People) {
  const [{ id }] = await client.read('GET /api/clients/{id}/tasks');
  return client.by('DELETE /api/tasks/{id}', { params: { id } });
}
async function waiveP60({ client }: People) {
  const [request] = await client.read('GET /api/clients/{id}/requests');
  return decide(client, request, 'waive');
}
async function removeP60({ client }: People) {
  const [{ id }] = await client.read('GET /api/clients/{id}/requests');
  return client.by('DELETE /api/requests/{id}', { params: { id } });
}
const agreementToSign = ({ adviser, client }: People) => documentToSign(adviser, client.id);
async function askToSign({ adviser, client }: People) {
  const [{ id }] = await client.read('GET /api/clients/{id}/documents');
  return askForSignature(adviser, id);
}
async function confirmDevice({ client }: People) {
  await client.change({ stepUp: 'on' });
  await client.confirmDevice({ 'user-agent': WINDOWS });
}

const addRob = ({ adviser, client }: People) => newPerson(adviser, client, { name: 'Rob Wood' });
async function removeRob({ client }: People) {
  const [, { id }] = await client.read('GET /api/clients/{id}/people');
  return client.by('DELETE /api/people/{id}', { params: { id } });
}

const [PATCH_CLIENT, RESET] = ['PATCH /api/clients/{id}', 'POST /api/auth/reset-password'] as const;
const TWICE = { 'New Password': 'a much better password', 'Confirm Password': 'a much better password' };
const NEW_CLIENT = { Name: 'Ola Berg', Email: 'ola@clients.example', Phone: '020 7946 0000' };

const SETTLED = 'This is settled. Reopen it first.';

const SAVE = { submit: 'Save', busy: 'Saving...' };
const SAVE_CHANGES = { submit: 'Save Changes', busy: 'Saving...' };
const DELETE = { submit: 'Delete', busy: 'Deleting...' };
const REMOVE = { submit: 'Remove', busy: 'Removing...' };

const CLIENT_CREATED: Change = {
  submit: 'Create Client',
  busy: 'Creating...',
  needs: true,
  draft: true,
  call: 'POST /api/clients',
  success: 'Client Created Successfully',
  shows: 'Ola Berg',
  failure: 'Failed to create client',
};
const CLIENT_DELETED: Change = {
  ...DELETE,
  call: 'DELETE /api/clients/{id}',
  success: ['Client Deleted', 'Client has been permanently removed'],
  failure: 'Failed to delete client',
};
const TASK_CREATED: Change = {
  submit: 'Create Task',
  busy: 'Creating...',
  needs: true,
  draft: true,
  call: 'POST /api/clients/{id}/tasks',
  success: 'Task Created',
  failure: 'Failed to create task',
};
const REQUEST_DECIDED: Pick<Change, 'call' | 'failure' | 'focus' | 'draft'> = {
  call: 'POST /api/requests/{id}/decision',
  failure: 'Failed to decide on the request',
  focus: 'Requests',
  draft: true,
};
const VIEW_SAVED: Pick<Change, 'opener' | 'busy' | 'needs' | 'draft' | 'failure'> = {
  opener: 'Views',
  busy: 'Saving...',
  needs: true,
  draft: true,
  failure: 'Failed to save the view',
};
const saveView = ({ adviser }: People) =>
  adviser.call('POST /api/views', { body: { name: 'Everyone', query: 'view=cards' } });
const SENT_BACK: Omit<Change, 'submit'> = {
  ...REQUEST_DECIDED,
  given: handInP60,
  fields: { 'What should the client change?': 'The last page is missing.' },
  busy: 'Sending...',
  needs: true,
  success: ['Request Sent Back', 'The client is told within half an hour.'],
  shows: 'The last page is missing.',
};
const STEP_NOTED: Omit<Change, 'submit' | 'busy'> = {
  given: letterSent,
  needs: true,
  draft: true,
  call: 'POST /api/loas/{id}/steps',
  success: 'Step Noted',
  failure: 'Failed to save the step',
};
const SETTINGS_SAVED: Omit<Change, 'submit'> = {
  busy: 'Saving...',
  draft: true,
  call: 'PATCH /api/settings',
  success: ['Settings Saved', 'The settings have been saved successfully'],
  failure: 'Failed to save the settings',
};

// biome-ignore format: rows of few lines are easier to compare
export const PLACES: Record<string, Place> = {
  'a client’s page': { signedIn: 'adviser', address: ({ id }) => `/adviser/client/${id}`, changes: {
    'Edit Client Name': { opener: 'Edit name', fields: { Name: 'Mia Reyes' }, ...SAVE, draft: true,
      call: PATCH_CLIENT, success: 'Name Updated', shows: 'Mia Reyes', failure: 'Failed to update client name' },
    'Edit Contact Information': { opener: 'Edit contact', fields: { Phone: '0800 1' }, ...SAVE, draft: true,
      call: PATCH_CLIENT, success: ['Contact Information Updated', 'The contact information has been updated.'],
      shows: '0800 1', failure: 'Failed to update contact information' },
    'Edit Client Notes': { opener: 'Edit notes', fields: { Notes: 'Wary of markets' }, ...SAVE, draft: true,
      call: PATCH_CLIENT, success: 'Description Updated', shows: 'Wary of markets',
      failure: 'Failed to update client description' },
    'Charges and Advice': { opener: 'Edit charges and advice', ...SAVE, draft: true, call: PATCH_CLIENT,
      fields: { 'Initial charge (£)': '£1,500', 'Agreed on': '2026-11-03' },
      success: 'Charges and Advice Saved', shows: 'Charges: £1,500 once, agreed on 3 Nov 2026',
      failure: 'Failed to save charges and advice' },
    'Edit External Tool Links': { opener: 'Edit Links', fields: { 'PipeDrive Link': 'https://a.example' }, ...SAVE,
      draft: true, call: PATCH_CLIENT,
      success: 'External Tool Links Updated', failure: 'Failed to update external tool links' },
    'Add Plan': { opener: 'Add Plan', submit: 'Add Plan', busy: 'Adding...', needs: true,
      draft: true, fields: { Provider: 'Aviva', 'Plan Type': 'Pension', 'Plan Number': 'AV-1' },
      call: 'POST /api/stages/{stageId}/plans', success: 'Plan Added', shows: 'AV-1' },
    'Date of First Meeting': { given: bookMeeting, first: '1. First Meeting', opener: 'Edit Date: First Meeting',
      ...SAVE, draft: true, fields: { Date: '2026-12-07', Time: '14:00' }, call: 'PATCH /api/stages/{stageId}',
      success: 'Date Saved', shows: 'Mon 7 December 2026, 14:00', failure: 'Failed to update stage' },
    'Edit Plan': { given: addAviva, opener: 'Edit plan AV-1', ...SAVE, draft: true,
      fields: { 'Plan Type': 'Investment', 'Approx. Valuation (£)': '£45,000' }, call: 'PATCH /api/plans/{id}',
      overtaken: [removePlan, 'This plan has been deleted.'], again: ['Add Plan', 'Plan Added'],
      success: 'Plan Updated', shows: '£45,000', failure: 'Failed to update plan' },
    'Delete Plan': { given: addAviva, opener: 'Edit plan AV-1', within: 'Delete Plan', ...DELETE,
      call: 'DELETE /api/plans/{id}', success: 'Plan Deleted', focus: 'Plans & Letters' },
    'Letter of Authority': { given: addAviva, opener: 'Note a Letter', ...SAVE,
      draft: true, fields: { Scope: 'Servicing', 'Signed On': '2026-11-20' }, call: 'POST /api/clients/{id}/loas',
      overtaken: [removePlan, 'Every plan is now in a letter that is under way, or was deleted.'],
      success: 'Letter Noted', shows: 'Signed: 20 Nov 2026', failure: 'Failed to save the letter' },
    'Edit Letter': { overtaken: [closeLetter, 'This letter is no longer under way.'], given: letterToSend, opener: 'More for Aviva AV-1', item: 'Edit', ...SAVE,
      draft: true, fields: { Scope: 'Servicing' }, call: 'PATCH /api/loas/{id}', success: 'Letter Updated',
      shows: 'Servicing', failure: 'Failed to save the letter' },
    Sent: { ...STEP_NOTED, ...SAVE, given: letterToSend, opener: 'Sent: Aviva AV-1', focus: false,
      fields: { How: 'Unipass', 'Their Reference': 'U-1' }, shows: 'Sent on 25 Nov 2026' },
    Chased: { overtaken: [closeLetter, 'A colleague has noted another step, so “Chased” no longer fits.'], ...STEP_NOTED, ...SAVE, needs: false, opener: 'Chased: Aviva AV-1',
      fields: { How: 'Phone', 'Who You Spoke To': 'Sam', Note: 'Lost a page' }, shows: '2 steps' },
    'Part Came': { ...STEP_NOTED, ...SAVE, opener: 'More for Aviva AV-1', item: 'Part Came',
      fields: { charges: 'on', 'Anything Else': 'fund factsheets' },
      shows: 'Part of it came: charges and fund factsheets are missing' },
    Returned: { ...STEP_NOTED, ...SAVE, opener: 'More for Aviva AV-1', item: 'Returned',
      fields: { 'Why It Came Back': 'Signature' }, shows: 'Returned: signature' },
    'Result of the Risk Questionnaire': { first: '2. Information Gathering', opener: 'Attitude to Risk', within: 'Note the Result…', ...SAVE,
      draft: true, call: 'PATCH /api/clients/{id}/risk', focus: false, success: 'Result Saved', failure: 'Failed to save the result',
      fields: { Tool: 'EV', Date: '2026-11-20', 'Result in the tool’s words': '5 of 10',
        'Capacity for loss': 'A small loss would change little' } },
    'Assign Task': { opener: 'Assign Task', fields: { Title: 'Sign it', 'Due Date': '2036-12-31' }, ...TASK_CREATED,
      shows: 'Due: 31 Dec 2036' },
    'Edit Task': { given: addTask, opener: 'Edit task Send passport', ...SAVE, draft: true,
      fields: { Status: 'In Progress', Responsibility: 'Client Action', 'Adviser Notes': 'Call first' },
      overtaken: [removeTask, 'This task has been deleted.'],
      call: 'PATCH /api/tasks/{id}', success: 'Task Updated', shows: 'Client Action',
      failure: 'Failed to update task' },
    'Delete Task': { given: addTask, opener: 'Edit task Send passport', within: 'Delete Task', ...DELETE, focus: 'Client Tasks',
      call: 'DELETE /api/tasks/{id}', success: 'Task Deleted', failure: 'Failed to delete task' },
    'Delete Document': {
      given: ({ adviser, client }) => upload(adviser, client.id, 'A letter', 'letter.txt', `${client.id}.1`),
      opener: 'letter.txt', within: 'Delete Document', ...DELETE, focus: 'Documents by Stage', call: 'DELETE /api/documents/{id}',
      success: 'Document Deleted', failure: ['Delete Failed', 'Failed to delete document'] },
    'Ask for a Signature': { overtaken: [askToSign, 'A colleague has already asked for this signature.'], given: agreementToSign,
      opener: 'Client agreement.pdf', within: 'Ask for a Signature…', submit: 'Ask for Signature', busy: 'Asking...', draft: true,
      fields: { Message: 'Page 3', Due: '2036-12-31', 'Complete 1.4 when it is signed': 'on' },
      call: 'POST /api/documents/{id}/sign-request', success: ['Signature Requested', 'The client is told by email.'],
      shows: 'To be signed', failure: 'Failed to ask for the signature' },
    'Ask Mia Wood for Documents': { opener: 'Ask for Documents', fields: { P60: 'on', 'Due Date': '2036-12-31' },
      submit: 'Ask for 1 Document', busy: 'Asking...', draft: true, call: 'POST /api/clients/{id}/requests',
      success: ['Documents Requested', 'The client is told by email.'], shows: 'Due: 31 Dec 2036',
      failure: 'Failed to ask for documents' },
    'Send Back': { overtaken: [waiveP60, SETTLED], opener: 'More for P60', item: 'Send Back', submit: 'Send Back', ...SENT_BACK },
    'Ask for More': { opener: 'More for P60', item: 'Ask for More', submit: 'Ask for More', ...SENT_BACK },
    'Waive Request': { overtaken: [removeP60, 'This request has been deleted.'], given: askForP60, opener: 'More for P60', item: 'Waive', ...REQUEST_DECIDED,
      fields: { Reason: 'Seen at the branch' }, submit: 'Waive', busy: 'Waiving...', success: 'Request Waived' },
    'Edit Request': { overtaken: [removeP60, 'This request has been deleted.'], given: askForP60, opener: 'More for P60', item: 'Edit', ...SAVE, draft: true,
      fields: { Help: 'The newest one', 'Due Date': '2036-12-31' }, call: 'PATCH /api/requests/{id}',
      success: 'Request Updated', shows: 'The newest one', failure: 'Failed to update request' },
    'Delete Request': { given: askForP60, opener: 'More for P60', item: 'Delete', ...DELETE, focus: 'Requests',
      call: 'DELETE /api/requests/{id}', success: 'Request Deleted', failure: 'Failed to delete request' },
    'Change Reminders': { given: askForP60, opener: 'Pause Until…', ...SAVE, draft: true, focus: false,
      fields: { 'Reminder Emails': 'Off', 'Pause Until': inDays(23) }, call: 'PATCH /api/clients/{id}/reminders',
      success: 'Reminders Changed', shows: 'Reminders: off for this client, paused until 18 December',
      failure: 'Failed to change reminders' },
    'End Pause': { given: pauseReminders, submit: 'End Pause', busy: 'Saving...',
      call: 'PATCH /api/clients/{id}/reminders', success: 'Reminders Changed', shows: 'Reminders: next on',
      failure: 'Failed to change reminders' },
    'Send One Now': { given: askForP60, submit: 'Send One Now', busy: 'Sending...',
      call: 'POST /api/clients/{id}/reminders/send', success: ['Reminder Sent', 'It is on its way.'],
      failure: 'Failed to send reminder' },
    'Reset Journey': { opener: 'Reset Journey', submit: 'Reset Journey', busy: 'Resetting...',
      call: 'POST /api/clients/{id}/stages/reset', success: 'Journey Reset',
      failure: 'Failed to reset journey' },
    'Suspend the portal?': { first: 'Make It Safer', opener: 'Suspend Portal', submit: 'Suspend', busy: 'Suspending...', focus: false,
      call: PATCH_CLIENT, success: 'Portal Suspended', shows: 'The portal is suspended.',
      failure: 'Failed to suspend the portal' },
    'Never ask for a code?': { first: 'Make It Safer', opener: 'Code on new devices', item: 'Never ask for a code', submit: 'Never Ask',
      busy: 'Saving...', needs: true, draft: true, fields: { Reason: 'Has no email account' },
      call: PATCH_CLIENT, success: 'Access Updated', shows: 'Has no email account',
      failure: 'Failed to update access' },
    'Remove Windows, Chrome?': { given: confirmDevice, first: 'Manage Access', opener: 'Remove Windows, Chrome', ...REMOVE,
      focus: 'Confirmed Devices', call: 'DELETE /api/clients/{id}/devices/{deviceId}',
      success: 'Device Removed', failure: 'Failed to remove the device' },
    'Complete the journey': { submit: 'Complete the journey', busy: 'Completing...', leadsTo: '/dashboard',
      call: PATCH_CLIENT, success: ['Client Completed', 'Client journey has been marked as completed'],
      failure: 'Failed to complete client' },
    Reopen: { given: ({ client }) => client.change({ completed: true }), submit: 'Reopen', busy: 'Reopening...',
      call: PATCH_CLIENT, success: 'Client Reopened', failure: 'Failed to reopen client' },
    'Allow Again': { given: ({ client }) => client.change({ portalSuspended: true }), submit: 'Allow Again',
      busy: 'Allowing...', call: PATCH_CLIENT, success: 'Portal Allowed', failure: 'Failed to allow the portal' },
    'Add a Person': { opener: 'Add a Person…', fields: { Name: 'Rob Wood', Email: 'rob@clients.example', Phone: '0800 1' },
      submit: 'Add Person', busy: 'Adding...', needs: true, draft: true, call: 'POST /api/clients/{id}/people',
      success: 'Person Added', shows: 'Rob Wood', failure: 'Failed to add the person' },
    'Edit Rob Wood': { given: addRob, opener: 'More for Rob Wood', item: 'Edit…', fields: { Phone: '0800 1' }, ...SAVE,
      overtaken: [removeRob, 'This person has been removed.'], draft: true, call: 'PATCH /api/people/{id}',
      success: 'Person Updated', failure: 'Failed to update the person' },
    'Remove Person': { given: addRob, opener: 'More for Rob Wood', item: 'Remove…', ...REMOVE, focus: false,
      call: 'DELETE /api/people/{id}', success: ['Person Removed', 'Their link no longer works. What they sent stays.'],
      shows: 'One person so far.', failure: 'Failed to remove the person' },
    'Email Link to Rob Wood': { given: addRob, submit: 'Email Link to Rob Wood', busy: 'Sending...',
      call: 'POST /api/people/{id}/send-link', success: 'Email Sent', failure: 'Failed to send portal link email' },
    'Email Link': { submit: 'Email Link', busy: 'Sending...', call: 'POST /api/clients/{id}/send-portal-link',
      success: 'Email Sent', failure: 'Failed to send portal link email' },
  } },
  'a client’s page of an admin': { signedIn: 'admin', address: ({ id }) => `/adviser/client/${id}`, changes: {
    'Delete Client': { opener: 'Delete', ...CLIENT_DELETED, leadsTo: '/dashboard' },
  } },
  'a couple’s page of an admin': { signedIn: 'admin', address: ({ id }) => `/adviser/client/${id}`, changes: {
    'New Link': { given: addRob, opener: 'More for Rob Wood', item: 'New Link…', submit: 'Make New Link', busy: 'Making...',
      focus: false, call: 'POST /api/people/{id}/token/regenerate', failure: 'Failed to regenerate portal token',
      success: ['Token Regenerated', 'The old link is no longer valid.'] },
  } },
  'the list of clients': { signedIn: 'adviser', address: () => '/clients', changes: {
    'Save as View': { ...VIEW_SAVED, item: 'Save as View', fields: { Name: 'Everyone' }, submit: 'Save View',
      call: 'POST /api/views', success: ['View Saved', 'You can open it from “Views”'], focus: false },
    'Edit View': { ...VIEW_SAVED, needs: false, given: saveView, item: 'Rename', fields: { Name: 'All' },
      submit: 'Save Changes', call: 'PATCH /api/views/{id}', success: 'View Updated' },
    'Delete View': { given: saveView, opener: 'Views', item: 'Delete View', ...DELETE,
      call: 'DELETE /api/views/{id}', success: 'View Deleted', failure: 'Failed to delete the view' },
    'Add Client': { opener: 'Add Client', fields: NEW_CLIENT, ...CLIENT_CREATED },
    'Delete Client': { opener: 'Delete Mia Wood', ...CLIENT_DELETED, focus: 'Clients' },
  } },
  'an admin’s list of clients': { signedIn: 'admin', address: () => '/clients', changes: {
    'Add Client': { opener: 'Add Client', fields: { ...NEW_CLIENT, Adviser: 'Ruth Amari' }, ...CLIENT_CREATED },
  } },
  'the adviser’s tasks': { signedIn: 'adviser', address: () => '/tasks', changes: {
    'Assign Task': { opener: 'Assign Task', fields: { Client: 'Mia Wood', Title: 'Sign it' }, ...TASK_CREATED },
    'Change Date': { given: addTask, opener: 'Change date: Send passport', fields: { 'Due Date': '2036-12-31' },
      ...SAVE, focus: false, call: 'PATCH /api/tasks/{id}', success: 'Task Updated', failure: 'Failed to update task' },
  } },
  'the account page': { signedIn: 'adviser', address: () => '/account', changes: {
    'Edit Your Details': { opener: 'Edit Details', ...SAVE, draft: true, shows: 'Ruth Wood',
      fields: { Name: 'Ruth Wood', Email: 'ruth@new.example' }, call: 'PATCH /api/account',
      success: ['Details Saved', 'Open the links that we emailed to your old and your new address.'],
      failure: 'Failed to save your details' },
    'Send Again': { given: requestAddress, submit: 'Send Again', busy: 'Sending...', call: 'PATCH /api/account',
      success: ['Links Sent', 'Older links no longer work.'], failure: 'Failed to send the links' },
    'Cancel Change': { given: requestAddress, submit: 'Cancel Change', busy: 'Cancelling...',
      call: 'PATCH /api/account', success: ['Change Cancelled', 'Your email address stays as it is.'],
      failure: 'Failed to cancel the change' },
    'Save Cover': { given: () => newAdviser('Kofi Mensah'), submit: 'Save Cover', busy: 'Saving...', draft: true,
      fields: { Colleague: 'Kofi Mensah', From: '2026-12-01', Until: '2026-12-14' }, call: 'PATCH /api/account/cover',
      success: ['Cover Saved', 'Kofi Mensah sees your clients from 1 to 14 December 2026.'], failure: 'Failed to save cover' },
    'Remove Cover': { given: coverByKofi, submit: 'Remove Cover', busy: 'Removing...', call: 'PATCH /api/account/cover',
      success: 'Cover Removed', shows: 'Nobody covers for you.', focus: 'While You Are Away',
      failure: 'Failed to remove the cover' },
    'Change Password': { fields: { 'Current Password': PASSWORD, ...TWICE }, submit: 'Change Password',
      busy: 'Changing...', call: 'POST /api/account/password', failure: 'Failed to change your password',
      success: ['Password Changed', 'You have been signed out in all other browsers.'] },
    'Sign Out All Other Browsers': { given: ({ adviser }) => login(adviser.email), opener: 'Sign Out All Others',
      submit: 'Sign Out All Others', busy: 'Signing out...', focus: 'Where You’re Signed In',
      call: 'DELETE /api/account/sessions', success: ['Signed Out', 'All other browsers have been signed out.'],
      failure: 'Failed to sign out the other browsers' },
    'Rename Passkey': { given: addPasskey, opener: 'Rename Laptop', fields: { Name: 'Old laptop' }, submit: 'Rename',
      busy: 'Renaming...', focus: false, call: 'PATCH /api/account/passkeys/{id}',
      success: 'Passkey Renamed', shows: 'Old laptop', failure: 'Failed to rename the passkey' },
    'Remove Passkey': { given: addPasskey, opener: 'Remove Laptop', ...REMOVE, focus: 'Passkeys',
      call: 'DELETE /api/account/passkeys/{id}', success: 'Passkey Removed', failure: 'Failed to remove the passkey' },
    'Remove Authenticator App': { given: addApp, opener: 'Remove App', ...REMOVE, focus: 'Authenticator App',
      call: 'DELETE /api/account/totp', success: 'Authenticator App Removed',
      failure: 'Failed to remove the authenticator app' },
    'Make New Recovery Codes': { given: async ({ adviser: { id } }) => [await appFor(id), await recoveryFor(id)],
      opener: 'Make New Codes', submit: 'Make New Codes', busy: 'Making...',
      call: 'POST /api/account/recovery-codes', failure: 'Failed to make recovery codes' },
  } },
  'the admin panel': { signedIn: 'admin', address: () => '/admin', changes: {
    'Add New Adviser': { opener: 'Add New Adviser', submit: 'Create Adviser', busy: 'Creating...', draft: true,
      fields: { Name: 'Ola Berg', Email: 'ola@advisers.example', Password: 'sixsix', Role: 'Admin' },
      call: 'POST /api/auth/register', success: ['Adviser Created', 'New adviser has been added successfully'],
      shows: 'ola@advisers.example', failure: 'Failed to create adviser' },
    'Edit Adviser': { overtaken: [removeRuth, 'This account has been deleted.'], opener: 'Edit Ruth Amari', fields: { Role: 'Admin' }, submit: 'Update Adviser',
      busy: 'Updating...', draft: true, call: 'PATCH /api/advisers/{id}', failure: 'Failed to update adviser',
      success: ['Adviser Updated', 'Adviser details have been updated successfully'] },
    'Who Ruth Amari Works With': { overtaken: [removeRuth, 'This account has been deleted.'], given: worksWithOla,
      opener: 'More for Ruth Amari', item: 'Works With…', fields: { Adviser: 'Jo Lund', Until: '2026-12-14' }, ...SAVE,
      draft: true, call: 'PATCH /api/advisers/{id}', success: 'Colleagues Saved',
      shows: 'Works with Jo Lund until 14 December', failure: 'Failed to save the colleagues' },
    'Reset Second Factor': { given: addApp, opener: 'More for Ruth Amari', item: 'Reset Second Factor',
      fields: { 'Type the person’s name to confirm': 'Ruth Amari' }, submit: 'Reset Second Factor',
      busy: 'Resetting...', needs: true, call: 'POST /api/advisers/{id}/second-factor/reset',
      success: ['Second Factor Reset', 'The person has been signed out and told by email.'],
      failure: 'Failed to reset the second factor' },
    'Delete Adviser': { given: () => newAdviser('Kofi Mensah'), opener: 'Delete Kofi Mensah', ...DELETE,
      call: 'DELETE /api/advisers/{id}', success: ['Adviser Deleted', 'Adviser has been removed successfully'],
      failure: 'Failed to delete adviser', focus: 'Adviser Management' },
  } },
  'the reassignment': { signedIn: 'admin', address: () => '/admin?section=reassignment', changes: {
    'Edit Client Information': { overtaken: [({ client }) => client.remove(), 'This client has been deleted.'], opener: 'Edit Mia Wood', ...SAVE_CHANGES, draft: true, call: PATCH_CLIENT,
      fields: { 'Client Notes (Internal)': 'Wary of markets', 'CashCalc Link': 'https://a.example' },
      success: ['Client Updated', 'Client details have been updated successfully'],
      failure: 'Failed to update client' },
  } },
  'a client’s admin screen': { signedIn: 'admin', address: ({ id }) => `/adviser/clients/${id}/admin`, changes: {
    'Save Changes': { fields: { Name: 'Mia Reyes', Phone: '0800 1' }, ...SAVE_CHANGES, draft: true, call: PATCH_CLIENT,
      success: ['Success', 'Client information has been updated'], failure: 'Failed to update client information' },
    'Regenerate Link': { opener: 'Regenerate Link', submit: 'Regenerate', busy: 'Regenerating...',
      call: 'POST /api/clients/{id}/token/regenerate', failure: 'Failed to regenerate portal token',
      success: ['Token Regenerated', 'The old link is no longer valid.'] },
    'Delete Client': { opener: 'Delete Client', ...CLIENT_DELETED, leadsTo: '/dashboard' },
  } },
  'the board of providers': { signedIn: 'admin', address: () => '/chase/providers', changes: {
    Aviva: { given: letterSent, opener: 'Aviva', ...SAVE, draft: true, call: 'PATCH /api/providers/{key}',
      fields: { Phone: '0800 068 6800', Takes: 'Wants ink', Notes: 'Ask for pensions' },
      success: 'Provider Updated', shows: '0800 068 6800', failure: 'Failed to save the provider' },
    'Remove Provider': { given: letterEnded, first: 'All Providers', opener: 'Remove Aviva', ...REMOVE,
      call: 'DELETE /api/providers/{key}', success: 'Provider Removed', failure: 'Failed to remove the provider',
      focus: 'All providers' },
  } },
  'the list of stuck clients': { signedIn: 'adviser', address: () => '/chase/stuck', changes: {
    'Send a Reminder': { given: waitForP60, submit: 'Send a Reminder to Mia Wood', busy: 'Sending...',
      call: 'POST /api/clients/{id}/reminders/send', success: 'Reminder Sent', failure: 'Failed to send reminder' },
  } },
  'the firm’s settings': { signedIn: 'admin', address: () => '/admin/settings#firm', changes: {
    'Save Firm': { fields: { Hours: 'Mornings' }, submit: 'Save Firm', ...SETTINGS_SAVED },
  } },
  'the settings of email': { signedIn: 'admin', address: () => '/admin/settings#mail', changes: {
    'Save Email': { fields: { 'Quiet from': '21:00' }, submit: 'Save Email', ...SETTINGS_SAVED },
  } },
  'the settings of documents': { signedIn: 'admin', address: () => '/admin/settings#documents', changes: {
    'Save Documents': { fields: { 'Largest file (MB)': '10' }, submit: 'Save Documents', ...SETTINGS_SAVED },
  } },
  'the settings of providers': { signedIn: 'admin', address: () => '/admin/settings#providers', changes: {
    'Save Providers': { fields: { 'Working days until the first chase': '8', 'Working days between chases': '4' },
      submit: 'Save Providers', ...SETTINGS_SAVED },
  } },
  'the settings of reminders': { signedIn: 'admin', address: () => '/admin/settings#reminders', changes: {
    'Save Reminders': { fields: { 'Send at': '09:15' }, submit: 'Save Reminders', ...SETTINGS_SAVED },
  } },
  'the settings of “Stuck”': { signedIn: 'admin', address: () => '/admin/settings#insight', changes: {
    'Save Stuck': { fields: { 'A stage counts as stuck after so many working days': '20',
      'A client counts as quiet after so many working days': '7' }, submit: 'Save Stuck', ...SETTINGS_SAVED },
  } },
  'the documents to ask for': { signedIn: 'admin', address: () => '/admin/settings#request-templates', changes: {
    'Save List': { first: 'More for P60', item: 'Move Up', submit: 'Save List', ...SETTINGS_SAVED,
      call: 'PATCH /api/request-templates' },
  } },
  'the login screen': { address: () => '/', changes: {
    'Sign In': { fields: { Email: 'someone@advisers.example', Password: PASSWORD }, submit: 'Sign In',
      busy: 'Signing in...', call: 'POST /api/auth/login', failure: ['Login Failed'] },
    'Create Account': { first: 'Need an account? Register', submit: 'Create Account', busy: 'Creating Account...',
      fields: { 'Full Name': 'Ola Berg', Email: 'ola@advisers.example', Password: PASSWORD },
      call: 'POST /api/auth/register', success: ['Account Created', "Welcome! You've been logged in automatically."],
      failure: ['Registration Failed', 'Unable to create account'], leadsTo: '/dashboard' },
    'Reset Password': { opener: 'Forgot Password?', fields: { Email: 'someone@advisers.example' },
      submit: 'Send Reset Link', busy: 'Sending...', needs: true, call: 'POST /api/auth/forgot-password',
      success: ['Reset Email Sent', 'If an account exists with that email, you will receive a password reset link.'],
      failure: 'Failed to send reset email' },
  } },
  'a reset link': { address: () => '/reset-password/some-token', changes: {
    'Reset Password': { fields: TWICE, submit: 'Reset Password', busy: 'Resetting...', call: RESET,
      failure: ['Reset Failed'] },
  } },
  'an invitation': { address: () => '/reset-password/some-token#invitation', changes: {
    'Set Password': { fields: TWICE, submit: 'Set Password', busy: 'Saving...', call: RESET,
      failure: ['Password Not Set'] },
  } },
  'a client’s own page': { address: ({ token }) => `/portal/${token}`, changes: {
    'Tell Ruth Amari': { given: askForP60, first: 'I Don’t Have This', needs: true,
      fields: { 'Why don’t you have it? One sentence is enough.': 'My employer never sent one' }, submit: 'Tell Ruth Amari', busy: 'Sending...',
      call: 'POST /api/requests/{id}/cannot', failure: ['Error'] },
  } },
  'a link that confirms a new address': { address: () => '/confirm-address/some-token#new', changes: {
    'Confirm Address': { submit: 'Confirm Address', busy: 'Confirming...', call: 'POST /api/auth/confirm-address',
      failure: ['Confirmation Failed'] },
  } },
  'a link that confirms an address': { address: () => '/confirm-address/some-token', changes: {
    'Confirm Address': { fields: { Password: PASSWORD }, submit: 'Confirm Address', busy: 'Confirming...',
      call: 'POST /api/auth/confirm-address', failure: ['Confirmation Failed'] },
  } },
};
