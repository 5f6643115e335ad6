import type { ReactNode } from 'react';
import { Checkbox, type Choice } from '../../ui/form/tick.tsx';

type Props = Choice & {
  count: number;
  former?: ReactNode;
};

const hint = (who: ReactNode, knows: string) => (
  <span>
    <span>{who}</span> <span>{knows}</span>
  </span>
);

export const NewLinkChoice = ({ count, former, ...choice }: Props) =>
  count === 1 ? (
    <Checkbox
      {...choice}
      label="Make a new link and email it to the client"
      hint={hint(former || 'The former adviser', 'knows the current one.')}
    />
  ) : (
    <Checkbox
      {...choice}
      label="Make new links and email them to the clients"
      hint={hint(former || 'Their former adviser', 'knows the current ones.')}
    />
  );
