import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { use, useState } from 'react';
import { DraftOwner, draftKey, draftsOf, readDraft, storeDraft } from '../../lib/drafts/drafts.ts';
import { typedValues } from '../../lib/drafts/form-draft.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { copyText } from '../../parts/link/copy-link.ts';
import { Words } from '../../ui/text/words.tsx';
import { useClient } from './client-context.ts';

const COPIED = { title: 'Text Copied' };
const NOT_COPIED = { title: 'Error', description: 'Failed to copy the text to the clipboard' };

/** Fields of words. The others hold choices and dates. */
const WORDS = ['title', 'description', 'adviserNotes', 'help', 'reason'];

const textOf = (key: string) =>
  typedValues(readDraft(key))
    .flatMap(([name, text]) => (text && WORDS.includes(name) ? [text] : []))
    .join('\n');

interface Props {
  kind: 'task' | 'request';
  /** All of this kind that exist. */
  rows: readonly { id: string }[];
}

function Discard({ onClick }: { onClick: () => void }) {
  return (
    <Button ref={useFocusFallback()} size="xs" variant="ghost" colorPalette="gray" onClick={onClick}>
      Discard
    </Button>
  );
}

function Texts({ owner, kind, rows }: Props & { owner: string }) {
  const { client } = useClient();
  const isGone = (name: string) => {
    const [what, id = ''] = name.split('/');
    return what === kind && id.startsWith(`${client.id}.`) && !rows.some((row) => row.id === id);
  };
  // Looks only once, as a dialog stays open if its subject is deleted while somebody types.
  const [names, setNames] = useState(() => [...draftsOf(owner).keys()].filter(isGone));
  const texts = names.filter(isGone).map((name) => ({ name, text: textOf(draftKey(owner, name)) }));
  const discard = (name: string) => {
    storeDraft(draftKey(owner, name), '');
    setNames(names.filter((one) => one !== name));
  };
  return texts.map(
    ({ name, text }) =>
      text && (
        <Flex
          key={name}
          role="group"
          aria-label={`Unsaved text of a deleted ${kind}`}
          align="start"
          gap="2"
          wrap="wrap"
          mb="3"
        >
          <Box flex="1 1 12rem" minW="0" textStyle="sm">
            <span>{`This ${kind} has been deleted. Your text was not saved:`}</span>
            <Words as="p" whiteSpace="pre-wrap" color="fg.muted">
              {text}
            </Words>
          </Box>
          <Button size="xs" variant="outline" onClick={() => copyText(text, COPIED, NOT_COPIED)}>
            Copy
          </Button>
          <Discard onClick={() => discard(name)} />
        </Flex>
      ),
  );
}

/** Offers texts of an earlier visit whose row was deleted, to be copied or discarded. */
export function StrandedTexts(props: Props) {
  const owner = use(DraftOwner);
  return owner && <Texts owner={owner} {...props} />;
}
