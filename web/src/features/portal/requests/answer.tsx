import type { ClientRequest } from '#shared/contract/requests.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useOtherPerson } from '../other-person.ts';
import { Quote } from './quote.tsx';

/** Reason for not having the document, with the name of its writer if that is not the reader. */
export default function Answer({ by, children }: { by: ClientRequest['answeredBy']; children: string }) {
  const other = useOtherPerson()(by);
  return other ? (
    <Quote>
      <Words>{other}</Words> wrote: “<Words>{children}</Words>”
    </Quote>
  ) : (
    <Quote>
      You wrote: “<Words>{children}</Words>”
    </Quote>
  );
}
