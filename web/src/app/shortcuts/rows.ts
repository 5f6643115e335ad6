const isShown = (element: HTMLElement) => element.getClientRects().length > 0 && !element.closest('[inert]');

/** Takes the focus to the link of the next row of a list on the page, or of the one before; Enter opens it. */
export function moveInRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')].filter(isShown);
  const { activeElement } = document;
  const isAhead = (row: HTMLElement) =>
    !activeElement || Boolean(activeElement.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
  const next = rows.find(isAhead);
  const before = rows.findLast((row) => row !== activeElement && !isAhead(row));
  const row = step === 1 ? next : before;
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/** Takes the focus to the page's search box; says whether it has one. */
export function focusSearch(): boolean {
  const search = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find(isShown);
  search?.focus();
  search?.select();
  return search !== undefined;
}
