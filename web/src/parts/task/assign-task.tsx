import { Button } from '@chakra-ui/react/button';
import { Plus } from 'lucide-react';
import { signal } from '../../lib/http/session-events.ts';

/** Opens the dialog that assigns a task, for the client with the given id or one chosen there. */
export const openAssignTask = signal<string | undefined>();

export const AssignTask = () => (
  <Button onClick={() => openAssignTask.emit(undefined)}>
    <Plus aria-hidden />
    Assign Task
  </Button>
);
