import type { ClientRequest } from '#shared/contract/requests.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { LinkButton } from './parts.tsx';
import { usePaths } from './paths.ts';

/** Leads to the agreed answers, which stay. */
export default function FactfindLine({ request: { facts, decidedAt } }: { request: ClientRequest }) {
  const { inFactfind } = usePaths();
  const agreedOn = facts?.agreedOn ?? decidedAt;
  return (
    <LinkButton
      to={inFactfind()}
      variant="ghost"
      px="2"
      ms="-2"
      mt="3"
      height="auto"
      minH="11"
      whiteSpace="normal"
      textAlign="start"
    >
      <span>{`Your fact-find${agreedOn ? ` · agreed on ${sayLongDay(agreedOn)}` : ''}`}</span>
    </LinkButton>
  );
}
