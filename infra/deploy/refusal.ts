/** Why a command does not go on, in a sentence that says what to do. */
export class Refusal extends Error {}
