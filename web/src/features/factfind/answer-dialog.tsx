import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Factfind } from '#shared/contract/factfind.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { londonParts } from '#shared/rules/london.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { readDraft, storeDraft, useDraftKey } from '../../lib/drafts/drafts.ts';
import { queryClient } from '../../lib/query/query.ts';
import { notify } from '../../lib/screen/notify.ts';
import { useBusy } from '../../lib/screen/use-busy.ts';
import { factfindQuery } from '../../parts/request/factfind.tsx';
import { requestNotice } from '../../parts/request/request-notice.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { Restored } from '../../ui/form/draft-note.tsx';
import { LeaveQuestion } from '../../ui/overlay/leave-question.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { answerDraft, useAnswerEntry } from './answer-entry.ts';
import { Answer, Conflict, Reason } from './answer-fields.tsx';
import { saveAnswers } from './queries.ts';
import { type Place, placeKey, sectionsIn, unanswered } from './shown-answers.ts';

const FIELD = 'input:not(:disabled), textarea, select';
const focusField = (fields: HTMLElement | null) => fields?.querySelector<HTMLElement>(FIELD)?.focus();

/** Returns the next question without an answer, by the answers that are saved now. */
function nextAfter(clientId: string, place: Place): Place | undefined {
  const now = queryClient.getQueryData(factfindQuery(clientId).queryKey);
  return now && unanswered(sectionsIn(now, londonParts(new Date()).date), place)[0];
}

interface FormProps {
  clientId: string;
  factfind: Factfind;
  place: Place;
  isFilling: boolean;
  /** True until the dialog goes on with another question. */
  isFirst: boolean;
  isLeaving: boolean;
  onKeep: () => void;
  onDiscard: () => void;
  onLeave: () => void;
  onClose: () => void;
  onNext: (place: Place) => void;
}

function AnswerForm(props: FormProps) {
  const { clientId, factfind, place, isFilling, isFirst, isLeaving, onKeep, onDiscard, onLeave, onClose, onNext } =
    props;
  const { request } = factfind;
  const entry = useAnswerEntry(clientId, factfind, place);
  const { theirs, isChanged } = entry;
  const fields = useRef<HTMLDivElement>(null);
  const [busy, run] = useBusy();
  const [saving, setSaving] = useState<'next' | 'close'>();
  const { mutateAsync } = useMutation(saveAnswers(clientId, place.section, { showsNewer: true }));
  const toField = () => focusField(fields.current);
  // The dialog itself focuses the field of the first question.
  useLayoutEffect(() => {
    if (!isFirst) focusField(fields.current);
  }, [isFirst]);
  const today = londonParts(new Date()).date;
  const left = unanswered(sectionsIn(factfind, today), place).length;
  const refused = requestNotice('correct', request);
  const isReady = !refused && !theirs && isChanged;
  const moveOn = (isNext: boolean) => {
    const next = isNext ? nextAfter(clientId, place) : undefined;
    if (next) onNext(next);
    else onClose();
  };
  /** Once the errors are shown, and the fields can be used again. */
  const toError = () =>
    requestAnimationFrame(() => {
      const wrong = fields.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      if (wrong) wrong.focus();
      else toField();
    });
  const save = (isNext: boolean) => {
    const body = entry.toSend();
    if (!body) return toError();
    setSaving(isNext ? 'next' : 'close');
    return run(() =>
      mutateAsync({ params: { id: clientId }, body }).then(
        () => {
          entry.clear();
          if (!isNext) notify({ title: 'Answer Saved' });
          moveOn(isNext);
        },
        (error: unknown) => {
          entry.refuse(error);
          throw error;
        },
      ),
    ).then((isSaved) => isSaved || toError());
  };
  const isNext = isFilling && left > 0;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (isReady) void save(isNext);
  };
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter') return;
    const { target, currentTarget } = event;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      currentTarget.requestSubmit();
    }
    // Rows of a list are typed in one after the other.
    else if (place.question.type === 'list' && target instanceof HTMLInputElement) event.preventDefault();
  };
  return (
    <chakra.form noValidate autoComplete="off" display="contents" onSubmit={submit} onKeyDown={press}>
      <DialogBody ref={fields} display="grid" gap="4">
        {refused && (
          <Text role="alert" bg="yellow.subtle" color="yellow.fg" borderRadius="l2" px="3" py="2" textStyle="sm">
            {refused.text}
          </Text>
        )}
        {request.state === 'approved' && (
          <Text color="fg.muted" textStyle="sm">
            {`This was agreed${request.facts?.agreedOn ? ` on ${sayLongDay(request.facts.agreedOn)}` : ''}. After a change, it has to be accepted again.`}
          </Text>
        )}
        {isFilling && (
          <Text color="fg.muted" textStyle="sm">
            {left > 0 ? `${countOf(left, 'more question')} without an answer` : 'The last one without an answer'}
          </Text>
        )}
        {entry.isRestored && <Restored onDiscard={entry.clear} />}
        <chakra.fieldset disabled={busy} minW="0" display="grid" gap="4">
          <Answer question={place.question} entry={entry} />
          {entry.needsReason && <Reason entry={entry} />}
        </chakra.fieldset>
        {theirs && (
          <Conflict
            question={place.question}
            own={entry.words}
            theirs={theirs}
            onKeep={() => {
              entry.keepOwn();
              toField();
            }}
            onUse={() => {
              entry.clear();
              toField();
            }}
          />
        )}
      </DialogBody>
      <DialogFooter flexWrap="wrap">
        {isLeaving ? (
          <LeaveQuestion
            onKeep={() => {
              onKeep();
              toField();
            }}
            onDiscard={onDiscard}
          />
        ) : (
          <>
            <Button variant="outline" colorPalette="gray" onClick={onLeave} disabled={busy}>
              Cancel
            </Button>
            {isNext && (
              <>
                <Button variant="outline" colorPalette="gray" disabled={busy} onClick={() => moveOn(true)}>
                  Skip
                </Button>
                <Button variant="outline" disabled={!isReady || busy} onClick={() => void save(false)}>
                  {busy && saving === 'close' ? 'Saving...' : 'Save'}
                </Button>
              </>
            )}
            <Button type="submit" disabled={!isReady} aria-disabled={busy || undefined} aria-busy={busy}>
              {busy && saving !== 'close' ? 'Saving...' : isNext ? 'Save and Next' : 'Save'}
            </Button>
          </>
        )}
      </DialogFooter>
    </chakra.form>
  );
}

interface Props extends DialogState {
  clientId: string;
  place: Place;
  /** True to go on with the questions without an answer. */
  isFilling: boolean;
}

/** Fills in or corrects an answer of the client, and goes on with the next question without one. */
export default function AnswerDialog({ clientId, place: first, isFilling, open, onClose }: Props) {
  const { data: factfind } = useQuery({ ...factfindQuery(clientId), enabled: false });
  const [place, setPlace] = useState(first);
  const [isLeaving, setLeaving] = useState(false);
  const draft = useDraftKey(answerDraft(clientId, place));
  const close = () => {
    setLeaving(false);
    onClose();
  };
  const leave = () => {
    if (draft && readDraft(draft)) setLeaving(!isLeaving);
    else close();
  };
  const discard = () => {
    if (draft) storeDraft(draft, '');
    close();
  };
  if (!factfind) return null;
  const title = sectionsIn(factfind, londonParts(new Date()).date).find(({ key }) => key === place.section)?.title;
  return (
    <Modal title={title ?? 'Answer'} open={open} onClose={leave}>
      <AnswerForm
        key={placeKey(place)}
        clientId={clientId}
        factfind={factfind}
        place={place}
        isFilling={isFilling}
        isFirst={place === first}
        isLeaving={isLeaving}
        onKeep={() => setLeaving(false)}
        onDiscard={discard}
        onLeave={leave}
        onClose={close}
        onNext={(next) => {
          setLeaving(false);
          setPlace(next);
        }}
      />
    </Modal>
  );
}
