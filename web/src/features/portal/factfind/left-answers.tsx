import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useAccess } from '../access.ts';
import { queryOf } from './queries.ts';
import type { AnswerSaver } from './saver.ts';
import { useSaver, useSaving } from './use-saver.ts';

function Unsaved({ saver }: { saver: AnswerSaver }) {
  useSaving(saver);
  const { drafts } = useSyncExternalStore(saver.subscribe, saver.all);
  return (
    <Text role="status" mt="3">
      {drafts.size > 0 && <span>Some answers are not saved yet. They stay on this device.</span>}
    </Text>
  );
}

/** Saves on the portal’s first page what the pages of the fact-find could not. */
export default function LeftAnswers() {
  const { token, portal } = useAccess();
  const { data } = useQuery(queryOf(portal.client.id, token));
  const saver = useSaver();
  return data && saver && <Unsaved saver={saver} />;
}
