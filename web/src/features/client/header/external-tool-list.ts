/** The firm's external tools and the fields that hold a client's place in them (product 2). */
export const EXTERNAL_TOOLS = [
  ['CashCalc', 'cashcalcLink'],
  ['Intelliflo', 'intellifloLink'],
  ['Dynamic Planner', 'dynamicPlannerLink'],
  ['PipeDrive', 'pipedriveLink'],
] as const;
