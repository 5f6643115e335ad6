import type { Staff } from '#functions/domain/actor.ts';

/** Who a client's record names for what was done by command: nobody's account, so it never signs in. */
export const OPERATOR: Staff = {
  kind: 'admin',
  id: 'operator',
  name: 'Operator',
  email: '',
  session: { adviserId: 'operator', id: 'operator', version: 0, expiresAt: 0 },
};
