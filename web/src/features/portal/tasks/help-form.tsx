import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { useDraft } from '../../../lib/drafts/drafts.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { Textarea } from '../../../ui/eager/controls.tsx';
import { DraftNote } from '../../../ui/form/draft-note.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';

const isSendKey = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey);

interface Props {
  id: string;
  label: string;
  /** Title of the task that the text is about, if the form now follows another one. */
  about: string | undefined;
  /** Draft key of the text, kept until it is sent. */
  draft: string;
  onSend: (text: string) => Promise<unknown>;
  onLeave: () => void;
}

/** Form for what the client does not understand; the text is optional. */
export default function HelpForm({ id, label, about, draft: draftKey, onSend, onLeave }: Props) {
  const { name } = useAccess().portal.adviser;
  const draft = useDraft(draftKey);
  const field = useRef<HTMLTextAreaElement>(null);
  const [busy, run] = useBusy();
  useEffect(() => {
    field.current?.focus();
    // Includes the button, which the bottom bar would cover on a phone.
    field.current?.form?.scrollIntoView({ block: 'nearest' });
  }, []);
  const send = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    void run(() => onSend(draft.text).then(() => draft.type('')));
  };
  return (
    <chakra.form
      aria-label={label}
      onSubmit={send}
      onKeyDown={(event) => event.key === 'Escape' && onLeave()}
      p="4"
      bg="bg.subtle"
      borderWidth="1px"
      borderRadius="l2"
    >
      <Grid gap="2" templateColumns="minmax(0, 1fr)">
        <chakra.label htmlFor={`${id}-text`} fontWeight="semibold">
          {about ? (
            <span>
              What is unclear about “<Words>{about}</Words>”? (optional)
            </span>
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
          onKeyDown={(event) => isSendKey(event) && send(event)}
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
