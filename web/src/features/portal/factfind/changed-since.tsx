import { Box } from '@chakra-ui/react/box';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { readDraft, storeDraft } from '../../../lib/drafts/drafts.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { sendMessage } from '../messages/queries.ts';
import { preloadedPart } from '../preloaded-part.tsx';
import { TextButton } from './section-answers.tsx';

const TextForm = preloadedPart(() => import('../text-form.tsx'), '12rem');

const LABEL = 'Something Has Changed';

export const DRAFT = 'message';

/** Returns the first words of a message about a change. */
const beginOf = (question: string | undefined) =>
  `Something has changed in my fact-find${question ? `: “${question}”` : '.'}\n`;

/** Takes back the first words of a message if nothing was typed after them. */
export function takeBack(key: string, question: string | undefined) {
  const text = readDraft(key);
  const begin = beginOf(question);
  if (text.endsWith(begin)) storeDraft(key, text.slice(0, -begin.length).trimEnd());
}

interface Props {
  id: string;
  /** Question whose answer has changed; undefined for the whole fact-find. */
  question?: string;
  isOpen: boolean;
  onOpen: () => void;
  onClose: (isSent: boolean) => void;
}

/** Button that begins a message about a change. Shares its draft with the messages. */
export function ChangedSince({ id, question, isOpen, onOpen, onClose }: Props) {
  const { token, portal } = useAccess();
  const { client, adviser } = portal;
  const button = useRef<HTMLButtonElement>(null);
  const { mutateAsync } = useMutation(sendMessage);
  if (token === undefined) return null;
  const close = (isSent: boolean) => {
    onClose(isSent);
    button.current?.focus();
  };
  return (
    <Box>
      <TextButton
        ref={button}
        type="button"
        color="fg.muted"
        aria-label={question && `${LABEL}: ${question}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? close(false) : onOpen())}
      >
        {LABEL}
      </TextButton>
      {isOpen && (
        <Box id={id} mb="3">
          <TextForm
            id={id}
            label={LABEL}
            field={
              <span>
                Message to <Words>{adviser.name}</Words>
              </span>
            }
            placeholder=""
            submit={
              <span>
                Send to <Words>{adviser.name}</Words>
              </span>
            }
            busyLabel="Sending..."
            leave="Cancel"
            draft={DRAFT}
            begin={beginOf(question)}
            isRequired
            onSend={(content) =>
              mutateAsync({ params: { id: client.id }, body: { content }, token }).then(() => close(true))
            }
            onLeave={() => close(false)}
          />
        </Box>
      )}
    </Box>
  );
}
