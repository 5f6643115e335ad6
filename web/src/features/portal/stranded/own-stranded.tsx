import { useIsMutating } from '@tanstack/react-query';
import { use, useEffect, useReducer, useState } from 'react';
import { DraftOwner, draftKey, draftsOf } from '../../../lib/drafts/drafts.ts';
import { onKeptElsewhere } from '../../../lib/storage/storage.ts';
import { useAccess } from '../access.ts';
import { ANSWERING } from '../requests/queries.ts';
import { useCompletions, usePortalTasks } from '../tasks/completions.tsx';
import { type SeenWork, type StrandedText, strandedTexts } from './stranded.ts';
import { StrandedCompletion, StrandedList } from './stranded-list.tsx';

function useStranded(owner: string, titles: SeenWork['titles']): [StrandedText[], () => void] {
  const { requests } = useAccess().portal;
  const tasks = usePortalTasks();
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  // While an answer is sent, its request is already shown as answered.
  const isAnswering = useIsMutating({ mutationKey: ANSWERING }) > 0;
  const texts = isAnswering ? [] : strandedTexts(draftsOf(owner), { tasks, requests }, titles);
  const names = texts.map(({ name }) => name).join(' ');
  useEffect(() => {
    const stops = names.split(' ').map((name) => onKeptElsewhere(draftKey(owner, name), look));
    return () => {
      for (const stop of stops) stop();
    };
  }, [names, owner]);
  return [texts, look];
}

function Texts({ owner, titles, open }: SeenWork & { owner: string }) {
  const [texts, look] = useStranded(owner, titles);
  if (texts.length === 0) return null;
  return <StrandedList texts={texts} open={open} onChange={look} />;
}

function Completions({ titles }: Pick<SeenWork, 'titles'>) {
  const { tasks } = useAccess().portal;
  const { all } = useCompletions();
  const ids = [...all].flatMap(([id, { kind }]) =>
    kind === 'refused' && !tasks.some((task) => task.id === id) ? [id] : [],
  );
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  return ids
    .filter((id) => !dismissed.includes(id))
    .map((id) => (
      <StrandedCompletion
        key={id}
        title={titles.get(id)}
        isNew={titles.has(id)}
        onDismiss={() => setDismissed([...dismissed, id])}
      />
    ));
}

/** Shows text and completions whose task or request was taken away while the client wrote, or since. */
export default function OwnStranded({ titles, open }: SeenWork) {
  const owner = use(DraftOwner);
  return (
    <>
      <Completions titles={titles} />
      {owner !== undefined && <Texts owner={owner} titles={titles} open={open} />}
    </>
  );
}
