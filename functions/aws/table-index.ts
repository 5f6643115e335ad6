/** The table's index: an adviser's clients and open tasks, and the directory of advisers. */
export const INDEX = {
  name: 'byAdviser',
  partitionKey: 'gpk',
  sortKey: 'gsk',
  /**
   * Attributes that lists show, 20 at most by DynamoDB's rule; secrets and the stages of a journey stay out of it. AWS
   * refuses to change them on an existing index, so `adviserName`, which no item needs, goes with the next index.
   */
  attributes: [
    'name',
    'email',
    'phone',
    'description',
    'status',
    'completedAt',
    'links',
    'adviserName',
    'lastUpdate',
    'top',
    'openAdviserTasks',
    'openClientTasks',
    'role',
    'stageId',
    'title',
    'assignedBy',
    'responsibility',
    'dueDate',
    'adviserNotes',
    'clientNotes',
  ],
} as const;
/** Attribute by which DynamoDB removes what has ended; every read compares the time itself. */
export const TTL_ATTRIBUTE = 'ttl';
