import { START, setNow } from './clock.ts';

// A setup file runs before each test file, even if files share modules.
setNow(START);
