/** "1 document", "2 documents": how many of what, by a noun whose plural ends in s. */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
