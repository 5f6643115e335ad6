/** The message that a client's call for help puts into the thread: about which task, and what the client says to it. */
export function callForHelp(title: string | undefined, text: string | null | undefined): string {
  const about = title === undefined ? 'I need help' : `I need help with “${title}”`;
  return text ? `${about}: ${text}` : `${about}.`;
}
