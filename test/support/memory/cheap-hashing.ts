import { hashing } from '#functions/domain/accounts/passwords.ts';

// bcrypt's minimum: a hash takes 1 ms instead of 60.
hashing.cost = 4;
