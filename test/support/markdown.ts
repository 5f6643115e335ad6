/** A page of Markdown without the spaces and dashes by which a formatter lines its tables up. */
export const withoutPadding = (page: string) => page.replace(/ {2,}/g, ' ').replace(/ ?-{3,} ?/g, '---');
