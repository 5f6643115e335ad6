export const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

function refuse(event: DragEvent) {
  if (!event.dataTransfer || !carriesFiles(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** Keeps the browser from opening dropped files. Drop targets set their effect in a later listener. */
export function preventFileNavigation() {
  for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, refuse);
}
