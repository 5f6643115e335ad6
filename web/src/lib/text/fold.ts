const ACCENTS = /[\u0300-\u036f]/g;

/** Text as searches compare it: without case and without accents, so that "grun" finds "Grünwald". */
export const fold = (text: string) => text.toLowerCase().normalize('NFD').replace(ACCENTS, '');
