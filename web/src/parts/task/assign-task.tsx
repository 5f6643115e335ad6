import { Button } from '@chakra-ui/react/button';
import { Plus } from 'lucide-react';
import { signal } from '../../lib/http/session-events.ts';

/** Opens the dialog that assigns a task: to the client with the given id, or to one who is chosen there. */
export const openAssignTask = signal<string | undefined>();

/** The button that assigns a task to a client chosen in the dialog. */
export const AssignTask = () => (
  <Button onClick={() => openAssignTask.tell(undefined)}>
    <Plus aria-hidden />
    Assign Task
  </Button>
);
