import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { LIMITS } from '#shared/rules/limits.ts';
import { isVisible } from '#shared/rules/text.ts';
import { useDraft } from '../../lib/drafts/drafts.ts';
import { useBusy } from '../../lib/screen/use-busy.ts';
import { Textarea } from '../../ui/eager/controls.tsx';
import { DraftNote } from '../../ui/form/draft-note.tsx';

const isSendKey = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey);

interface Props {
  id: string;
  /** Accessible name of the form. */
  label: string;
  /** Label of the field. */
  field: ReactNode;
  placeholder: string;
  submit: ReactNode;
  busyLabel: string;
  leave: string;
  /** Draft key of the text, kept until it is sent. */
  draft: string;
  /** First words of the text. They follow what was typed before, and go if nothing is typed after them. */
  begin?: string;
  limit?: number;
  isRequired?: boolean;
  onSend: (text: string) => Promise<unknown>;
  onLeave: () => void;
}

const begun = (text: string, begin: string) =>
  text.includes(begin) ? text : [text.trimEnd(), begin].filter(Boolean).join('\n\n');

/** Form for a short text to the adviser. */
export default function TextForm(props: Props) {
  const { id, label, placeholder, submit, busyLabel, leave, limit = LIMITS.text, isRequired, begin, onSend } = props;
  const draft = useDraft(props.draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const [busy, run] = useBusy();
  const isRefused = draft.text.length > limit || (isRequired && !isVisible(draft.text));
  const [before] = useState(draft.text);
  const onStart = useEffectEvent(() => begin && draft.type((text) => begun(text, begin)));
  const onLeave = () => {
    if (begin && draft.text === begun(before, begin)) draft.type(before);
    props.onLeave();
  };
  useEffect(() => {
    onStart();
    field.current?.focus();
    // Includes the button, which the bottom bar would cover on a phone.
    field.current?.form?.scrollIntoView({ block: 'nearest' });
  }, []);
  const send = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!isRefused) void run(() => onSend(draft.text).then(() => draft.sent(draft.text)));
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
          {props.field}
        </chakra.label>
        <Textarea
          ref={field}
          id={`${id}-text`}
          size="lg"
          rows={2}
          placeholder={placeholder}
          value={draft.text}
          onChange={(event) => draft.type(event.target.value)}
          onKeyDown={(event) => isSendKey(event) && send(event)}
        />
        <DraftNote draft={draft} field={field} limit={limit} />
        <Flex gap="2" wrap="wrap">
          <Button type="submit" size="lg" disabled={isRefused} aria-busy={busy} aria-disabled={busy || undefined}>
            {busy ? busyLabel : submit}
          </Button>
          <Button size="lg" variant="ghost" colorPalette="gray" onClick={onLeave}>
            {leave}
          </Button>
        </Flex>
      </Grid>
    </chakra.form>
  );
}
