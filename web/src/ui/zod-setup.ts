import * as z from 'zod/mini';

// The content security policy forbids `eval`, which zod could otherwise try.
z.config({ jitless: true });
