/** An account that a person can sign in with. */
export interface DemoAccount {
  name: string;
  email: string;
  password: string;
  role: 'admin' | 'adviser';
}

const password = 'demo-password';

/** The firm's admin, with clients of its own. */
export const ADMIN: DemoAccount = { name: 'Alex Morgan', email: 'admin@example.com', password, role: 'admin' };

/** Sam's address. */
export const SAM = 'adviser@example.com';
/** Hannah's address. */
export const HANNAH = 'hannah.pryce@example.com';
/** Alex's address. */
export const ALEX = ADMIN.email;

/** What the firm tells its clients of itself. */
export const FIRM = { phone: '020 7946 0182', hours: 'Monday to Friday, 9:00 to 17:30' };

/** Added by the admin. */
export const ADVISERS: readonly DemoAccount[] = [
  { name: 'Sam Okafor', email: SAM, password, role: 'adviser' },
  { name: 'Hannah Pryce', email: HANNAH, password, role: 'adviser' },
];
