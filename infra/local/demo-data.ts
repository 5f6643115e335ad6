import type { Client } from '#shared/contract/clients.ts';
import type { Plan } from '#shared/contract/journey.ts';
import type { ClientStatus } from '#shared/rules/clients.ts';
import type { Responsibility, TaskStatus } from '#shared/rules/tasks.ts';

/** An account that a person can sign in with. */
export interface DemoAccount {
  name: string;
  email: string;
  password: string;
  role: 'admin' | 'adviser';
}

/** A task; `due` in days from today. */
export interface DemoTask {
  title: string;
  description?: string;
  responsibility?: Responsibility;
  due?: number;
  stage?: number;
  status?: TaskStatus;
  adviserNotes?: string;
  clientNotes?: string;
}

/** A client and all that hangs off it. */
export interface DemoClient {
  name: string;
  email: string;
  phone: string;
  /** Address of its adviser. */
  adviser: string;
  /** Top-level stage in progress: all before it are completed. 0: nothing was started; 8: all are completed. */
  at: number;
  /** Sub-stages of that stage that are completed. */
  done?: readonly number[];
  notRequired?: readonly number[];
  documents?: readonly { name: string; stage?: number; by: 'adviser' | 'client' }[];
  tasks?: readonly DemoTask[];
  plans?: readonly Pick<Plan, 'provider' | 'planType' | 'planNumber' | 'approxValuation'>[];
  /** What was said, and when a side read it, in order. */
  messages?: readonly ({ from: 'adviser' | 'client'; content: string } | { readBy: 'adviser' | 'client' })[];
  /** The task that the client asks for help with, by its title, and what it says to it. */
  stuck?: { task: string; text: string };
  change?: Partial<
    Pick<
      Client,
      'description' | 'completed' | 'cashcalcLink' | 'intellifloLink' | 'dynamicPlannerLink' | 'pipedriveLink'
    >
  > & { status?: ClientStatus };
}

const password = 'demo-password';

/** Made with the admin command. */
export const ADMIN: DemoAccount = { name: 'Alex Morgan', email: 'admin@example.com', password, role: 'admin' };

/** Sam's address. */
export const SAM = 'adviser@example.com';
/** Hannah's address. */
export const HANNAH = 'hannah.pryce@example.com';

/** The client whose mailbox refuses mail. */
export const BOUNCED = 'fiona.macallister@example.com';

/** What the firm tells its clients of itself. */
export const FIRM = { phone: '020 7946 0182', hours: 'Monday to Friday, 9:00 to 17:30' };

/** Added by the admin. */
export const ADVISERS: readonly DemoAccount[] = [
  { name: 'Sam Okafor', email: SAM, password, role: 'adviser' },
  { name: 'Hannah Pryce', email: HANNAH, password, role: 'adviser' },
];
