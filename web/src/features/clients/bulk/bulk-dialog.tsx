import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { Check, Circle, CircleDot, Minus, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { readAfterMany, runEach } from '../../../parts/client/bulk.ts';
import type { Change } from '../../../parts/refreshes.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { DialogForm, useDialogForm } from '../../../ui/overlay/form-dialog.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { type ClientAction, JOBS, type JobKind } from './jobs.tsx';
import { type BatchItem, useBatch } from './use-batch.ts';

const STATES = {
  waiting: ['Not done yet', Circle, 'fg.subtle'],
  running: ['Under way', CircleDot, 'fg.muted'],
  done: ['Done', Check, 'green.fg'],
  unchanged: ['Not changed', Minus, 'fg.muted'],
  failed: ['Failed', X, 'fg.error'],
} as const;

const ORDER = ['failed', 'running', 'waiting', 'unchanged', 'done'];

const countAt = (items: readonly BatchItem[], state: BatchItem['state']) =>
  items.filter((item) => item.state === state).length;

const summary = (items: readonly BatchItem[]) => {
  const [failed, unchanged] = [countAt(items, 'failed'), countAt(items, 'unchanged')];
  return [
    `${countAt(items, 'done')} of ${items.length} done`,
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ');
};

/** Shows the progress and the result of each client, failures first. */
function Results({ items, undone }: { items: readonly BatchItem[]; undone: boolean }) {
  const head = useRef<HTMLDivElement>(null);
  // Takes the focus, because the button that had it is gone.
  useEffect(() => head.current?.focus(), []);
  const ended = countAt(items, 'done') + countAt(items, 'unchanged') + countAt(items, 'failed');
  return (
    <>
      <Box ref={head} tabIndex={-1} outline="none">
        <Text role="status" fontWeight="medium" mb="2">
          {undone ? `Undo: ${summary(items)}` : summary(items)}
        </Text>
        <ProgressBar
          label="Progress"
          percent={Math.round((ended / Math.max(1, items.length)) * 100)}
          height="2"
          borderRadius="full"
          bg="bg.emphasized"
        />
      </Box>
      <Box as="ul" aria-label="Results" maxH="40vh" overflowY="auto" borderWidth="1px" borderRadius="l2">
        {items
          .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
          .map(({ client, state, why }) => {
            const [label, Icon, color] = STATES[state];
            return (
              <Flex
                as="li"
                key={client.id}
                px="3"
                py="1.5"
                gap="3"
                justify="space-between"
                textStyle="sm"
                css={{ contentVisibility: 'auto', containIntrinsicBlockSize: '2rem' }}
              >
                <Words minW="0">{client.name}</Words>
                <Flex as="span" gap="1.5" color={color} textAlign="end" align="center">
                  <Box as={Icon} boxSize="0.875rem" aria-hidden />
                  <span>{why ?? label}</span>
                </Flex>
              </Flex>
            );
          })}
      </Box>
    </>
  );
}

/** Undoes a job after its dialog was closed, and reports the outcome in a toast. */
async function undo(items: readonly BatchItem[], call: Change) {
  const failed = await runEach(items, async (item) => item.undo?.());
  await readAfterMany(call);
  if (failed.length === 0)
    return notify({ title: 'Undone', description: `${countOf(items.length, 'client')} restored.` });
  const names = failed.map(({ client }) => client.name).join(', ');
  notify({ title: 'Error', description: `Failed to undo for ${names}` }, 'error');
}

/** Reports in a toast that a job ended without failures, with Undo if any client can be restored. */
function reportDone(title: string, items: readonly BatchItem[], call: Change) {
  const undoable = items.filter((item) => item.undo);
  const action = { label: 'Undo', onClick: () => void undo(undoable, call) };
  const unchanged = items.filter(({ state }) => state === 'unchanged');
  const done = items.length - unchanged.length;
  const sentences = [
    ...(done > 0 ? [`${title}: ${countOf(done, 'client')}.`] : []),
    ...(unchanged[0] ? [`${unchanged[0].why}: ${countOf(unchanged.length, 'client')}.`] : []),
  ];
  notify({
    title: done > 0 ? 'Done' : 'Nothing Changed',
    description: sentences.join(' '),
    ...(undoable.length > 0 && { action }),
  });
}

const GRAY_BUTTON = { variant: 'outline', colorPalette: 'gray' } as const;

interface Props extends DialogState {
  kind: JobKind;
  clients: readonly Client[];
}

interface JobFormProps extends Pick<Props, 'kind' | 'clients'> {
  form: ReturnType<typeof useDialogForm>;
  onBegin: (clients: readonly Client[], action: ClientAction) => void;
}

function JobForm({ kind, clients, form, onBegin }: JobFormProps) {
  const { isFor = () => true, about, Fields, schema, actionFor, needs, submit } = JOBS[kind];
  const included = clients.filter(isFor);
  const left = clients.length - included.length;
  return (
    <DialogForm
      form={form}
      schema={schema}
      onSubmit={async (values) => {
        onBegin(included, actionFor(values));
      }}
      submitLabel={submit(included.length)}
      busyLabel="Starting..."
      needs={needs}
      disabled={included.length === 0}
    >
      {included.length > 1 && <Text color="fg.muted">{`For ${countOf(included.length, 'client')}.`}</Text>}
      {about && <Text as="div">{about(included.length)}</Text>}
      {left > 0 && <Text color="fg.muted">{`${countOf(left, 'client')} already completed: not changed.`}</Text>}
      {Fields && <Fields count={included.length} />}
    </DialogForm>
  );
}

interface JobRunProps {
  items: readonly BatchItem[];
  isRunning: boolean;
  isUndo: boolean;
  onStop: () => void;
  onRepeat: (clients: readonly Client[]) => void;
  onUndo: (items: readonly BatchItem[]) => void;
  /** Called if no client failed or is waiting. */
  onDone: () => void;
  onClose: () => void;
}

function JobRun({ items, isRunning, isUndo, onStop, onRepeat, onUndo, onDone, onClose }: JobRunProps) {
  const close = useRef<HTMLButtonElement>(null);
  const left = items.filter(({ state }) => state === 'failed' || state === 'waiting').map(({ client }) => client);
  const undoable = items.filter(({ undo }) => undo);
  const end = useEffectEvent(() => (left.length === 0 && !isUndo ? onDone() : close.current?.focus()));
  useEffect(() => {
    if (!isRunning) end();
  }, [isRunning]);
  return (
    <>
      <DialogBody display="grid" gap="4">
        <Results items={items} undone={isUndo} />
      </DialogBody>
      <DialogFooter flexWrap="wrap">
        {isRunning ? (
          <Button {...GRAY_BUTTON} onClick={onStop}>
            Stop
          </Button>
        ) : (
          <>
            {undoable.length > 0 && (
              <Button {...GRAY_BUTTON} onClick={() => onUndo(undoable)}>
                {countAt(items, 'done') < items.length ? `Undo for ${countOf(undoable.length, 'Client')}` : 'Undo'}
              </Button>
            )}
            {left.length > 0 && (
              <Button {...GRAY_BUTTON} onClick={() => onRepeat(left)}>
                {`Try Again for ${countOf(left.length, 'Client')}`}
              </Button>
            )}
            <Button ref={close} onClick={onClose}>
              Close
            </Button>
          </>
        )}
      </DialogFooter>
    </>
  );
}

type Phase = 'asking' | 'running' | 'over';

interface BulkProps extends Pick<JobFormProps, 'kind' | 'clients' | 'form'> {
  onStage: (stage: Phase) => void;
}

/** Runs a job: form, progress, results. Failed clients can be repeated, changed ones restored. */
function Bulk({ kind, clients, form, onStage }: BulkProps) {
  const { lines: items, isRunning, run, stop } = useBatch(JOBS[kind].call);
  const [started, setStarted] = useState<{ action: ClientAction; isUndo: boolean }>();
  const stage = started ? (isRunning ? 'running' : 'over') : 'asking';
  useEffect(() => onStage(stage), [stage, onStage]);
  /** Keeps the draft until every client is done, because the session may end meanwhile. */
  const start = async (chosen: readonly Client[], action: ClientAction) => {
    if (await run(chosen, action)) form.drop();
  };
  const begin = (chosen: readonly Client[], action: ClientAction, isUndo = false) => {
    setStarted({ action, isUndo });
    void start(chosen, action);
  };
  const undo = (done: readonly BatchItem[]) => {
    const undos = new Map(done.map((item) => [item.client.id, item.undo]));
    const restore: ClientAction = async ({ id }) => {
      await undos.get(id)?.();
      return undefined;
    };
    begin(
      done.map(({ client }) => client),
      restore,
      true,
    );
  };
  if (!started) return <JobForm kind={kind} clients={clients} form={form} onBegin={begin} />;
  return (
    <JobRun
      items={items}
      isRunning={isRunning}
      isUndo={started.isUndo}
      onStop={stop}
      onRepeat={(chosen) => void start(chosen, started.action)}
      onUndo={undo}
      onDone={() => {
        form.close();
        reportDone(JOBS[kind].title, items, JOBS[kind].call);
      }}
      onClose={form.close}
    />
  );
}

/** Dialog of a job for one or many clients. Stays open while the job runs, and closes if nothing failed. */
export default function BulkDialog({ open, kind, clients, onClose }: Props) {
  const [stage, setStage] = useState<Phase>('asking');
  const [client, ...others] = clients;
  // Separate drafts, so that text for one client is not restored for another client or for many.
  const form = useDialogForm(client && others.length === 0 ? `bulk/${kind}/${client.id}` : `bulk/${kind}`, onClose);
  return (
    <Modal
      title={JOBS[kind].title}
      open={open}
      onClose={stage === 'asking' ? form.leave : form.close}
      stays={stage === 'running'}
    >
      <Bulk kind={kind} clients={clients} form={form} onStage={setStage} />
    </Modal>
  );
}
