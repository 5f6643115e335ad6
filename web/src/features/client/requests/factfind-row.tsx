import { memo } from 'react';
import { Link } from 'react-router';
import { isSettled } from '#shared/rules/requests.ts';
import { factfindPath } from '../../../parts/client/open-place.ts';
import { sayFactfind } from '../../../parts/request/factfind.tsx';
import { FactfindBadge } from '../../../parts/request/request-state.tsx';
import { DueFact, Quotes, RowButton, RowMenu, type RowProps, StageFact } from './row-parts.tsx';

/** Content of the row of a fact-find, memoised so that a decision renders one row. Only the newest one has a page. */
export const FactfindContent = memo(function FactfindContent({ hasPage, ...props }: RowProps & { hasPage: boolean }) {
  const { request } = props;
  const { clientId, title, help, state, stageId } = request;
  return (
    <>
      <div>
        <div className="line">
          <p className="title">{title}</p>
          <div className="facts">
            {state === 'submitted' ? <span>{sayFactfind(request)}</span> : <FactfindBadge request={request} />}
            <DueFact request={request} />
            <StageFact stageId={stageId} />
          </div>
        </div>
        {help && !isSettled(request) && (
          <p className="description" dir="auto">
            {help}
          </p>
        )}
        <Quotes request={request} />
      </div>
      <div className="acts">
        {hasPage && (
          <RowButton
            asChild
            {...(state === 'submitted' && { variant: 'outline', colorPalette: 'brand', color: undefined })}
          >
            <Link to={factfindPath(clientId)} aria-label={`Open: ${title}`}>
              Open
            </Link>
          </RowButton>
        )}
        <RowMenu {...props} />
      </div>
    </>
  );
});
