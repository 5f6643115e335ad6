import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import type { KeyboardEvent, SubmitEvent } from 'react';
import { useBusy } from '../../lib/use-busy.ts';
import { Textarea } from '../../ui/controls.tsx';
import { Words } from '../../ui/words.tsx';
import { useAccess } from './access.ts';

interface Props {
  id: string;
  /** What help is needed with. */
  label: string;
  /** The task that it is about, where that is no longer the one beside it. */
  about: string | undefined;
  /** What was typed so far. */
  text: string;
  onType: (text: string) => void;
  /** Tells the adviser. */
  onSend: () => Promise<unknown>;
  onLeave: () => void;
}

const isSend = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey);
const takeFocus = (field: HTMLElement | null) => field?.focus();

/** A field for what the client does not understand, which may stay empty, and the button that tells its adviser. */
export function HelpForm({ id, label, about, text, onType, onSend, onLeave }: Props) {
  const { name } = useAccess().portal.adviser;
  const [busy, run] = useBusy();
  const send = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    void run(onSend);
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
        <chakra.label htmlFor={`${id}-text`} fontWeight="semibold" textStyle="sm">
          {about ? (
            <>
              What is unclear about “<Words>{about}</Words>”? (optional)
            </>
          ) : (
            'What is unclear? (optional)'
          )}
        </chakra.label>
        <Textarea
          ref={takeFocus}
          id={`${id}-text`}
          rows={2}
          placeholder="One sentence is enough..."
          value={text}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => isSend(event) && send(event)}
        />
        <Flex gap="2" wrap="wrap">
          <Button
            type="submit"
            aria-busy={busy}
            aria-disabled={busy || undefined}
            height="auto"
            minH="10"
            py="1.5"
            maxW="full"
            whiteSpace="normal"
          >
            {busy ? (
              'Asking...'
            ) : (
              <span>
                Ask <Words>{name}</Words> for help
              </span>
            )}
          </Button>
          <Button variant="ghost" colorPalette="gray" onClick={onLeave}>
            Cancel
          </Button>
        </Flex>
      </Grid>
    </chakra.form>
  );
}
