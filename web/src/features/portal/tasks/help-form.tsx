import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { Textarea } from '../../../ui/form/controls.tsx';
import { useDraft } from '../../../ui/form/draft.ts';
import { DraftNote } from '../../../ui/form/draft-note.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';

interface Props {
  id: string;
  /** What help is needed with. */
  label: string;
  /** The task that it is about, where that is no longer the one beside it. */
  about: string | undefined;
  /** What the text is kept as until the adviser was told. */
  draft: string;
  /** Tells the adviser. */
  onSend: (text: string) => Promise<unknown>;
  onLeave: () => void;
}

const isSend = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey);

/** A field for what the client does not understand, which may stay empty, and the button that tells its adviser. */
export function HelpForm({ id, label, about, draft: what, onSend, onLeave }: Props) {
  const { name } = useAccess().portal.adviser;
  const draft = useDraft(what);
  const field = useRef<HTMLTextAreaElement>(null);
  const [busy, run] = useBusy();
  useEffect(() => {
    field.current?.focus();
    // The button that sends it too: on a phone the bar at the foot would cover it.
    field.current?.form?.scrollIntoView({ block: 'nearest' });
  }, []);
  const send = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    void run(() => onSend(draft.text).then(() => draft.type('')));
  };
  return (
    <chakra.form
      id={id}
      aria-label={label}
      onSubmit={send}
      onKeyDown={(event) => event.key === 'Escape' && onLeave()}
      flexBasis="full"
      p="4"
      bg="bg.subtle"
      borderWidth="1px"
      borderRadius="l2"
    >
      <Grid gap="2" templateColumns="minmax(0, 1fr)">
        <chakra.label htmlFor={`${id}-text`} fontWeight="semibold">
          {about ? (
            <>
              What is unclear about “<Words>{about}</Words>”? (optional)
            </>
          ) : (
            'What is unclear? (optional)'
          )}
        </chakra.label>
        <Textarea
          ref={field}
          id={`${id}-text`}
          size="lg"
          rows={2}
          placeholder="One sentence is enough..."
          value={draft.text}
          onChange={(event) => draft.type(event.target.value)}
          onKeyDown={(event) => isSend(event) && send(event)}
        />
        <DraftNote draft={draft} field={field} />
        <Flex gap="2" wrap="wrap">
          <Button type="submit" size="lg" aria-busy={busy} aria-disabled={busy || undefined}>
            {busy ? (
              'Asking...'
            ) : (
              <span>
                Ask <Words>{name}</Words> for Help
              </span>
            )}
          </Button>
          <Button size="lg" variant="ghost" colorPalette="gray" onClick={onLeave}>
            Cancel
          </Button>
        </Flex>
      </Grid>
    </chakra.form>
  );
}
