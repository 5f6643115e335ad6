import * as z from 'zod/mini';
import { childId } from '#functions/services/keys/keys.ts';
import { account } from '#shared/contract/account.ts';
import { adviser } from '#shared/contract/advisers.ts';
import { api } from '#shared/contract/api.ts';
import { type FullClient, fullClient } from '#shared/contract/clients.ts';
import { ownDevice } from '#shared/contract/devices.ts';
import { document } from '#shared/contract/documents.ts';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { plan } from '#shared/contract/journey.ts';
import { clientAuditEntry, message } from '#shared/contract/messages.ts';
import { CLOCK_DEFAULTS, PORTAL_DEFAULTS, STAFF_DEFAULTS } from '#shared/contract/setting-defaults.ts';
import { task } from '#shared/contract/tasks.ts';
import { RECENTLY_ADDED } from '#shared/rules/clients.ts';
import { INITIAL_STAGE, PLANS_STAGE } from '#shared/rules/journey.ts';

export { inDays } from '../days.ts';

const MIA = 'mia-wood';
let made = 0;
/** A key as long as the server's; later ones sort later. */
const nextKey = () => String(++made).padStart(25, '0');
/** ISO time, 1 ms after the previous object's. */
const nextTime = () => new Date(Date.now() - 3_600_000 + made).toISOString();
const newChildId = (clientId: string) => childId(clientId, nextKey());

export const newId = (kind: string) => `${kind}-${nextKey()}`;
export const stageIdOf = (clientId: string, number: number) => childId(clientId, number);

/** Returns a function that builds an object: given and usual values, else null, false, 0 or [], as the schema allows. */
function builder<T extends object, const U extends Partial<T>>(
  schema: z.ZodMiniType<T> & { shape: z.core.$ZodShape },
  usual: (given: Partial<T>) => U,
) {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    [null, false, 0, []].find((value) => z.safeParse(field, value).success),
  ]);
  const blank = Object.fromEntries(fields);
  return (given: Partial<T> = {}): T => z.parse(schema, { ...blank, ...usual(given), ...given });
}

export const anAdviser = builder(adviser, () => ({
  id: 'ruth-amari',
  name: 'Ruth Amari',
  email: 'ruth@advisers.example',
  role: 'adviser',
}));

export const anAdmin = () => anAdviser({ id: 'ada-obi', name: 'Ada Obi', email: 'ada@admins.example', role: 'admin' });

export const aSession = builder(api['GET /api/account/sessions'].returns.def.element, () => ({
  id: newId('session'),
  label: 'Windows, Chrome',
  at: nextTime(),
  lastAt: nextTime(),
}));

export const aPasskey = builder(account.shape.passkeys.def.element, () => ({
  id: newId('passkey'),
  name: 'Work laptop',
  createdAt: nextTime(),
}));

export const aClient = builder(fullClient, () => ({
  id: MIA,
  adviserId: 'ruth-amari',
  adviserName: 'Ruth Amari',
  name: 'Mia Wood',
  email: 'mia@clients.example',
  phone: '020 7946 0000',
  status: 'on_target',
  createdAt: nextTime(),
  currentStage: INITIAL_STAGE,
  lastUpdate: RECENTLY_ADDED,
  stepUp: 'inherit',
  link: { issuedAt: nextTime(), usedAt: null, endsAt: null },
}));

export function anotherClient(name: string, given: Partial<FullClient> = {}): FullClient {
  const id = name.toLowerCase().replace(/\W+/g, '-');
  return aClient({ id, name, email: `${id}@clients.example`, ...given });
}

export const aTask = builder(task, ({ clientId = MIA }) => ({
  id: newChildId(clientId),
  clientId,
  title: 'Send your passport',
  assignedBy: 'ruth-amari',
  status: 'pending',
  responsibility: 'client',
  createdAt: nextTime(),
}));

export const aDocument = builder(document, ({ clientId = MIA }) => ({
  id: newChildId(clientId),
  clientId,
  name: 'Letter.txt',
  type: 'text/plain',
  fileSize: 9,
  uploadedAt: nextTime(),
  uploadedBy: 'adviser',
  encrypted: true,
  preview: true,
}));

export const aMessage = builder(message, ({ clientId = MIA, senderType = 'adviser' }) => ({
  id: newChildId(clientId),
  clientId,
  senderId: senderType === 'client' ? clientId : 'ruth-amari',
  senderType,
  content: 'How is the passport coming on?',
  createdAt: nextTime(),
}));

export const aPlan = builder(plan, ({ clientId = MIA }) => ({
  id: newChildId(clientId),
  clientId,
  stageId: stageIdOf(clientId, PLANS_STAGE),
  provider: 'Aviva',
  planType: 'pension',
  planNumber: 'AV-1',
  createdAt: nextTime(),
}));

export const aDevice = builder(ownDevice, () => ({
  id: nextKey(),
  label: 'iPhone, Safari',
  confirmedAt: nextTime(),
  lastAt: nextTime(),
  by: 'code',
}));

/** An entry of Mia Wood's audit log. */
export const anActivity = builder(clientAuditEntry, ({ clientId = MIA }) => ({
  id: newChildId(clientId),
  clientId,
  at: nextTime(),
  actorType: 'adviser',
  actorId: 'ruth-amari',
  actorName: 'Ruth Amari',
  action: 'client-created',
  summary: 'Added the client',
}));

export const aNotice = builder(api['GET /api/notifications'].returns.def.element, () => ({
  id: nextKey(),
  kind: 'message',
  clientId: MIA,
  clientName: 'Mia Wood',
  text: 'Mia Wood sent a message',
  at: nextTime(),
}));

/** An entry of the firm's audit log: Ada Obi signed in. */
export const aFirmEntry = builder(api['GET /api/record'].returns.def.element, () => ({
  id: nextKey(),
  at: nextTime(),
  actorType: 'admin',
  actorId: 'ada-obi',
  actorName: 'Ada Obi',
  action: 'signed-in',
  summary: 'Signed in',
}));

export const someSettings = (given: Partial<FirmSettings['firm']> = {}): FirmSettings => ({
  version: 0,
  firm: { name: 'Harbour Financial Planning', phone: null, hours: null, closedDays: [], ...given },
  portal: { ...PORTAL_DEFAULTS },
  staff: { ...STAFF_DEFAULTS },
  mail: { ...CLOCK_DEFAULTS },
});
