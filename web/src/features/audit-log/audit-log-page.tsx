import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Text } from '@chakra-ui/react/text';
import { mutationOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { FileDown, History, SearchX } from 'lucide-react';
import { useRef } from 'react';
import { londonParts } from '#shared/rules/london.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { send } from '../../lib/http/api.ts';
import { pagesAround, readPages } from '../../lib/query/pages.ts';
import { List } from '../../parts/list/list.tsx';
import { ADMIN_SCREENS } from '../../parts/screens.ts';
import { EmptyState, Skeletons } from '../../ui/eager/state.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { EarlierButton } from '../../ui/feedback/earlier-button.tsx';
import { EDGE } from '../../ui/layout/edge.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageTabs } from '../../ui/layout/page-tabs.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { AuditLogFilter, type AuditLogQuery, useFilter } from './audit-log-filter.tsx';
import { AuditLogTable } from './audit-log-table.tsx';

/** Largest page that the server returns. */
const EXPORT_PAGE_SIZE = '1000';

/** Audit log of the firm, newest first. `gcTime: 0` refetches it on every visit. */
const auditLogQuery = (filter: AuditLogQuery) => ({
  ...readPages('GET /api/record', 'next', { query: filter }),
  gcTime: 0,
});

/** Exports all matching entries as CSV, page after page. */
async function exportCsv(filter: AuditLogQuery): Promise<Blob> {
  const parts: Blob[] = [];
  let query: Record<string, string> | undefined = { ...filter, limit: EXPORT_PAGE_SIZE };
  while (query) {
    const response = await send('GET /api/record', { query, accept: 'text/csv' });
    parts.push(await response.blob());
    query = pagesAround(response.headers.get('link')).next;
  }
  return new Blob(parts, { type: 'text/csv' });
}

const downloadAuditLog = mutationOptions({
  mutationFn: async (filter: AuditLogQuery) => {
    saveFile(await exportCsv(filter), `audit-log-${londonParts(new Date()).date}.csv`);
  },
  meta: {
    success: { title: 'Audit Log Downloaded', description: 'This export is in the audit log too' },
    failure: { title: 'Download Failed', description: 'Failed to download the audit log' },
  },
});

function DownloadButton({ filter, onDone }: { filter: AuditLogQuery; onDone: () => void }) {
  const { mutateAsync } = useMutation(downloadAuditLog);
  return (
    <ActionButton
      variant="outline"
      colorPalette="gray"
      onAction={() => mutateAsync(filter).then(onDone)}
      busyLabel="Preparing the file..."
    >
      <FileDown aria-hidden />
      Download as CSV
    </ActionButton>
  );
}

const NothingFound = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState icon={SearchX} title="No entries match">
      <Text>Choose other days, or another person or kind.</Text>
      <Button mt="2" size="sm" variant="outline" onClick={onClear}>
        Show Everything
      </Button>
    </EmptyState>
  ) : (
    <EmptyState icon={History} title="No entries yet">
      <Text>Sign-ins, changes of accounts and settings, deletions and exports will be listed here.</Text>
    </EmptyState>
  );

const Loading = ({ isFiltered }: { isFiltered: boolean }) => (
  <>
    {isFiltered && (
      <Text role="status" pb="3" color="fg.muted">
        Searching the audit log...
      </Text>
    )}
    <Skeletons count={8} height="6" mb="2" />
  </>
);

/** Audit log of the firm, for admins. Entries outlive the accounts and clients they name. */
export function Component() {
  const { filter, setFilter, clear } = useFilter();
  const list = useInfiniteQuery(auditLogQuery(filter));
  const { data: entries, refetch } = list;
  const table = useRef<HTMLDivElement>(null);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title="Audit Log"
      subtitle="What happened across the firm, in UK time."
      actions={<DownloadButton filter={filter} onDone={refetch} />}
    >
      <PageTabs label="Admin" pages={ADMIN_SCREENS} />
      <Sheet
        as="section"
        aria-label="Audit Log"
        tabIndex={-1}
        outline="none"
        px={{ base: EDGE, md: '5' }}
        py="4"
        overflow="hidden"
      >
        <List
          list={list}
          rows={entries}
          failure="The audit log could not be loaded"
          loading={<Loading isFiltered={isFiltered} />}
          tools={
            <Box mb="4">
              <AuditLogFilter filter={filter} entries={entries ?? []} onSet={setFilter} onClear={clear} />
              <Text role="status" srOnly>
                {entries && `${entries.length === 1 ? '1 entry' : `${entries.length} entries`} shown`}
              </Text>
            </Box>
          }
          noneFound={<NothingFound isFiltered={isFiltered} onClear={clear} />}
        >
          {(shown) => (
            <>
              <Box ref={table}>
                {shown.length > 0 && <AuditLogTable entries={shown} isWhole={filter.action === 'signed-in'} />}
              </Box>
              {list.hasNextPage && (
                <Box pt="3" borderTopWidth="1px">
                  <EarlierButton
                    key={shown.length}
                    noun="entries"
                    list={list}
                    onShow={list.fetchNextPage}
                    next={() => table.current?.querySelector<HTMLElement>('tbody:last-of-type tr:last-of-type') ?? null}
                  />
                </Box>
              )}
            </>
          )}
        </List>
      </Sheet>
    </Page>
  );
}
