const VOID =
  'The portal link had been mailed to the former address, so it works no longer: email the new link to the client.';

const isRenewed = (answer: unknown) => typeof answer === 'object' && answer !== null && 'linkRenewed' in answer;

/** What is said after a client's address may have been changed, and that its link is void where that is so. */
export const describeAddress = (said: string) => (answer: unknown) =>
  isRenewed(answer) ? `${said.replace(/\.?$/, '.')} ${VOID}` : said;
