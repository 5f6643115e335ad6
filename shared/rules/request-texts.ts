import { REQUEST_LIMITS } from './limits.ts';

export const REQUEST_TEXTS = {
  full: `This client has ${REQUEST_LIMITS.perClient} requests already. Please delete some that are no longer needed.`,
  settled: 'This is settled. Reopen it first.',
  hasFiles: 'The client has sent something for this. Waive it instead.',
  hasAnswers: 'The client has answered something already. Waive it instead.',
  newerFactfind: 'Another fact-find was started since.',
  questions: 'These are questions, not a file.',
  notSent: 'The client has not sent this yet.',
  noQuestions: 'This asks for a file, not for answers.',
  tooManyFiles: `Up to ${REQUEST_LIMITS.files} files for one thing`,
  noFile: 'Please add a file first',
  nothingToAccept: 'There is nothing to accept yet',
  nothingToReturn: 'There is nothing to send back yet',
  notWaived: 'Only a waived request can be reopened',
  notOwnFile: 'You can remove a file that you sent for something we asked for, until it is handed in',
  handedIn: 'This has been handed in already. Tell your adviser if a file is wrong.',
  changed: 'This changed while you looked at it. It is shown now. Try again if yours is still right.',
  reason: 'Tell the client what to change',
  whyCorrected: 'Say why you change the client’s answer',
  pastDay: 'Choose today or a later day',
} as const;
