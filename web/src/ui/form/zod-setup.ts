import { config } from 'zod/mini';

// The content security policy forbids `eval`, which zod could otherwise try. Not by `z.`, whose calls the build may drop.
config({ jitless: true });
