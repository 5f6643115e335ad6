interface Countable {
  middlewareStack: {
    add(
      step: (next: (args: never) => Promise<unknown>) => (args: never) => Promise<unknown>,
      options: { step: 'initialize'; name: string },
    ): void;
  };
}

let underWay = 0;

/** AWS calls of this request; concurrent calls are one round. Global, as an instance serves one request at a time. */
export const awsCalls = { count: 0, rounds: 0 };

export function counted<C extends Countable>(client: C): C {
  const count = (next: (args: never) => Promise<unknown>) => async (args: never) => {
    awsCalls.count += 1;
    if (underWay === 0) awsCalls.rounds += 1;
    underWay += 1;
    try {
      return await next(args);
    } finally {
      underWay -= 1;
    }
  };
  client.middlewareStack.add(count, { step: 'initialize', name: 'countCalls' });
  return client;
}
