import { useIsMutating } from '@tanstack/react-query';
import { use, useEffect, useReducer, useState } from 'react';
import { DraftOwner, draftKey, draftsOf } from '../../../lib/drafts/drafts.ts';
import { onKeptElsewhere } from '../../../lib/storage/storage.ts';
import { useAccess } from '../access.ts';
import { ANSWERING } from '../requests/queries.ts';
import { useTasks } from '../tasks/completions.tsx';
import { type StrandedText, strandedTexts } from './stranded.ts';
import { StrandedList } from './stranded-list.tsx';

/** Titles by id, of this visit. Those of deleted tasks and requests stay. */
function useTitles(shown: readonly { id: string; title: string }[]): ReadonlyMap<string, string> {
  const [titles] = useState(() => new Map<string, string>());
  for (const { id, title } of shown) titles.set(id, title);
  return titles;
}

function useStranded(owner: string): [StrandedText[], () => void] {
  const { requests } = useAccess().portal;
  const tasks = useTasks();
  const titles = useTitles([...tasks, ...requests]);
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

function Texts({ owner }: { owner: string }) {
  const [texts, look] = useStranded(owner);
  const [before] = useState(() => texts.map(({ name }) => name));
  if (texts.length === 0) return null;
  return <StrandedList texts={texts} before={before} onChange={look} />;
}

/** Shows text whose task or request was taken away while the client wrote, or since. */
export default function OwnStranded() {
  const owner = use(DraftOwner);
  return owner === undefined ? null : <Texts owner={owner} />;
}
