/** External tools, and the client fields that hold their links. */
export const EXTERNAL_TOOLS = [
  ['CashCalc', 'cashcalcLink'],
  ['Intelliflo', 'intellifloLink'],
  ['Dynamic Planner', 'dynamicPlannerLink'],
  ['PipeDrive', 'pipedriveLink'],
] as const;
