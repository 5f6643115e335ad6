export interface RequestTemplate {
  id: string;
  title: string;
  help: string | null;
  /** Number of the stage. */
  stage: number;
}

const template = (id: string, title: string, stage: number, help: string | null = null): RequestTemplate => ({
  id,
  title,
  help,
  stage,
});

/** The list of a firm that has not changed it. */
export const FIRST_TEMPLATES: readonly RequestTemplate[] = [
  template(
    'photo-id',
    'Passport or photocard licence',
    6.1,
    'The page with your photo. All four corners must be in the picture.',
  ),
  template(
    'address',
    'Proof of address',
    6.1,
    'A utility bill or bank statement from the last three months, with your name and address.',
  ),
  template(
    'funds',
    'Proof of funds',
    6.2,
    'A document that shows where the money comes from, such as a sale agreement or savings statement.',
  ),
  template('payslips', 'Last three payslips', 2.3, 'All three, one after another.'),
  template('p60', 'P60', 2.3, 'The newest one. Your employer sends it after each tax year.'),
  template('pension', 'Pension statement', 2.2, 'The newest annual statement, all pages.'),
  template('investments', 'Investment or ISA statement', 2.2, 'The newest statement, all pages.'),
  template('state-pension', 'State pension forecast', 2.3, 'From gov.uk: search for “check your State Pension”.'),
  template('mortgage', 'Mortgage statement', 2.3, 'The newest annual statement, all pages.'),
  template('bank', 'Bank statements, three months', 2.3, 'The last three months of your main account.'),
  template('will', 'Will or power of attorney', 2.3, 'A copy is enough.'),
  template('authority', 'Signed letter of authority', 2.2, 'Signed and dated on every page that has a line for it.'),
  template('agreement', 'Signed client agreement', 1.4, 'All pages, signed and dated.'),
  template('risk', 'Risk questionnaire', 2.1, 'Every question answered.'),
];
