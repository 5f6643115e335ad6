import { anchorOf } from '#shared/rules/anchors.ts';
import type { OpenKind } from '#shared/rules/open-kinds.ts';
import { clientPath } from '../../lib/navigation/paths.ts';

/** Page of a client's newest fact-find. */
export const factfindPath = (clientId: string) => `/adviser/clients/${clientId}/fact-find`;

interface Place {
  /** Verb of a link to it. */
  label: string;
  /** Returns the fragment of the client page's address. */
  hash: (ref: string) => string;
}

const at = (section: string, anchor?: (ref: string) => string) => (ref: string) =>
  ref && anchor ? anchor(ref) : section;

const MESSAGES = { label: 'Answer', hash: at('messages') };
const LETTER = { label: 'Open Letter', hash: at('loas', anchorOf.loas) };
const TASK = { label: 'Open Task', hash: at('tasks', anchorOf.tasks) };

/** Places on the client's page where open items are settled. */
const PLACES: Readonly<Record<OpenKind, Place>> = {
  help: MESSAGES,
  message: MESSAGES,
  meeting: { label: 'Open Meeting', hash: at('journey', anchorOf.stages) },
  task: TASK,
  'client-task': TASK,
  review: { label: 'Review', hash: at('requests') },
  request: { label: 'Open Requests', hash: at('requests') },
  chase: LETTER,
  letter: LETTER,
  'to-send': LETTER,
  bounced: { label: 'Change Address', hash: at('overview') },
  file: { label: 'Open Files', hash: at('documents') },
  unopened: { label: 'Open Portal Access', hash: at('portal') },
};

export const openLabel = (kind: OpenKind) => PLACES[kind].label;

/** Open items of one kind, with the reference of the first. The fact-find is set apart from documents. */
interface Opened {
  kind: OpenKind;
  ref: string | null;
  asks?: 'facts' | undefined;
}

/** Returns the address where items are settled. `page` is the client's page, blank for a link on it. */
export const placeOfOpen = (clientId: string, { kind, ref, asks }: Opened, page = clientPath(clientId)) =>
  asks ? factfindPath(clientId) : `${page}#${PLACES[kind].hash(ref ?? '')}`;
