/** Purpose of the first stage, for the client. The first screen shows no other. */
export const FIRST_PURPOSE = 'We get to know each other, and agree what we will do for you and what it costs.';
