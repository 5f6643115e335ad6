import type { ReactNode } from 'react';
import { Words } from '../../../ui/text/words.tsx';
import type { NextStep } from './next-step.ts';

/** What the card of the next step says. `name` is the adviser's. */
export function wordsFor(step: NextStep, name: string): { title: ReactNode; text: ReactNode } {
  const adviser = <Words>{name}</Words>;
  switch (step.kind) {
    case 'task': {
      const { title, description } = step.task;
      const words = (
        <Words as="span" display="block">
          {description}
        </Words>
      );
      return { title: <Words>{title}</Words>, text: description ? words : <>{adviser} has asked you to do this.</> };
    }
    case 'finished':
      return {
        title: 'Your journey is complete',
        text: (
          <>There is nothing left for you to do. Your documents stay here, and {adviser} is still a message away.</>
        ),
      };
    case 'starting':
      return {
        title: 'Nothing to do just yet',
        text: <>{adviser} is setting things up and will tell you here when something is needed from you.</>,
      };
    case 'waiting':
      return {
        title: 'Nothing needed from you right now',
        text: (
          <>
            {adviser} is working on “{step.stage}”. If something is needed from you, it will appear here.
          </>
        ),
      };
  }
}
