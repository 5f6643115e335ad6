import type { Document } from '#shared/contract/documents.ts';
import { useAccess } from './access.ts';

const FIRST = 1;

/** Names who of the client's people did something, unless it was the reader. Null is the first person. */
export function useOtherPerson() {
  const { me, people } = useAccess().portal;
  return (person: Document['sentBy']): string | undefined => {
    const number = person?.number ?? FIRST;
    // Staff see the page as the first person does.
    if (number === (me?.number ?? FIRST)) return;
    return people.find((one) => one.number === number)?.name ?? person?.name;
  };
}
