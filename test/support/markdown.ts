/** Removes the padding of Markdown tables. */
export const withoutPadding = (page: string) => page.replace(/ {2,}/g, ' ').replace(/ ?-{3,} ?/g, '---');
